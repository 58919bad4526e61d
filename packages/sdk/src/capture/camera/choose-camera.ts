import type { Facing } from '../../session/ports.ts';
import { capabilitiesOf } from './lens-controls.ts';

/** What is known of a camera once one of them has been allowed. */
export interface KnownCamera {
  readonly deviceId: string;
  readonly label: string;
}

/** A camera that runs. */
export interface RunningCamera {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
}

/** Infrared and depth cameras (Windows Hello and alike) show a document in grey and without print. In the languages below. */
const blind = /infra|\bIR\b|[红紅赤]外|حمراء|depth|tiefen|prof[ou]nd|mélys|深[度感]|عمق/i;

/** Lenses that do not get sharp where a document is held, in the languages below; those that join several are no such lens. */
const extreme =
  /ultra.?.?(?:w|gr|an|sz)|超.角|اتساع|واسعة جد|t[eé]l[eé](?:(?:ph|f)ot|ka|ob)|tele\b|[长長]焦|[望远遠][远遠摄攝]|مقرب/i;

/** Programs that pass on what they like; they are not chosen in the place of a camera. Whole words, where short. */
const virtual =
  /virtu|虚拟|افتراضي|\bOBS\b|ManyCam|XSplit|Snap Camera|mmhmm|DroidCam|VCam\b|EpocCam|\bCamo\b|e2eSoft|SplitCam|AlterCam|YouCam|CamTwist|SparkoCam|v4l2loopback|Dummy video|\bNDI\b/i;

/** How browsers name where a camera looks, in the languages of the flow and those that share their signs. */
const looks: Readonly<Record<Facing, RegExp>> = {
  environment: /back|rear|environment|rück|arrière|trasera|posteriore|traseira|hátsó|hátlapi|后|後|背|خلفي/i,
  user: /front|user|selfie|facetime|vorder|avant|frontal|anteriore|előlapi|elülső|前|أمامي/i,
};

/** Whether a camera is named as programs name theirs. It may be called otherwise: a sign, and no more. */
export const isVirtual = ({ label }: Pick<KnownCamera, 'label'>) => virtual.test(label);

const isAtBack = ({ label }: KnownCamera) => looks.environment.test(label);

const isBlind = ({ label }: Pick<KnownCamera, 'label'>) => blind.test(label);

/** The cameras a user may choose from: none at the back for a face. Without any fit one, the others are better than none. */
export function usableCameras(cameras: readonly KnownCamera[], facing: Facing): readonly KnownCamera[] {
  const seeing = without(isBlind, cameras);
  return facing === 'user' ? without(isAtBack, seeing) : seeing;
}

function without(isUnfit: (camera: KnownCamera) => boolean, cameras: readonly KnownCamera[]) {
  const fit = cameras.filter((camera) => !isUnfit(camera));
  return fit.length > 0 ? fit : cameras;
}

/** The camera after another, round and round; null when there is no other. */
export function nextCamera(
  cameras: readonly KnownCamera[],
  after: string | null,
  facing: Facing,
): KnownCamera | null {
  const usable = usableCameras(cameras, facing);
  const index = usable.findIndex(({ deviceId }) => deviceId === after);
  const next = usable[(index + 1) % usable.length];
  return next && next.deviceId !== after ? next : null;
}

/**
 * The camera to open in the place of one that has shown nothing: a lid may be closed over it. For a document it is none whose name
 * tells where it looks: what shows nothing in a phone is covered, and its other lenses are too, or serve worse.
 */
export function insteadOf(
  cameras: readonly KnownCamera[],
  lost: string | null,
  facing: Facing,
): KnownCamera | null {
  const unnamed = fitCameras(cameras, facing).filter((camera) => !isAtBack(camera));
  return nextCamera(unnamed, lost, facing);
}

/** How many cameras are opened in the place of one that is doubtful, at most: each costs the user a third of a second. */
const mostTried = 2;

/**
 * Cameras that may do better than one about which there are doubts: those that look the same way, as far as their names tell,
 * the likeliest first. None when there is nothing better.
 *
 * @param doubtful - the camera that the browser has chosen.
 */
export function betterCameras(
  cameras: readonly KnownCamera[],
  doubtful: KnownCamera,
  facing: Facing,
): readonly KnownCamera[] {
  return fitCameras(cameras, facing, isBlind(doubtful))
    .filter(({ deviceId }) => deviceId !== doubtful.deviceId)
    .sort(
      (one, other) =>
        Number(looks[facing].test(other.label)) - Number(looks[facing].test(one.label)) ||
        numberOf(one) - numberOf(other),
    )
    .slice(0, mostTried);
}

/** Cameras that may be chosen unasked; those that are said to look the other way only for want of one that sees. */
function fitCameras(cameras: readonly KnownCamera[], facing: Facing, eitherWay = false) {
  const looksAway = looks[facing === 'user' ? 'environment' : 'user'];
  return cameras.filter(
    (camera) =>
      !isBlind(camera) &&
      !extreme.test(camera.label) &&
      !isVirtual(camera) &&
      (eitherWay || !looksAway.test(camera.label)),
  );
}

/**
 * Leaves a camera that may not be the one for a document or a face for a better one, and comes back to it when there is none.
 * Never runs two at a time.
 *
 * @param open - opens another camera. Rejects as it does.
 * @returns the camera that runs now.
 */
export async function leaveForBetter(
  first: RunningCamera,
  cameras: Promise<readonly KnownCamera[]>,
  facing: Facing,
  open: (camera: KnownCamera) => Promise<RunningCamera>,
): Promise<RunningCamera> {
  if (!isDoubtful(first.track)) return first;
  const doubtful = { deviceId: first.track.getSettings().deviceId ?? '', label: first.track.label };
  const better = betterCameras(await cameras, doubtful, facing);
  let running = first;
  /** Stopped here, and no other is open yet. */
  let isClosed = false;
  for (const camera of better.length > 0 ? [...better, doubtful] : []) {
    // Given up meanwhile: nobody but this stops it otherwise.
    if (running.track.readyState === 'ended' && !isClosed) break;
    running.track.stop();
    isClosed = true;
    try {
      running = await open(camera);
    } catch (failure) {
      // One that another program holds is no reason to do without the one that worked.
      if (camera === doubtful) throw failure;
      continue;
    }
    isClosed = false;
    if (!isDoubtful(running.track)) break;
  }
  return running;
}

/** As Android counts its cameras ("camera2 0, facing back"): the main lens of each direction has the least. 0 of all others. */
const numberOf = ({ label }: KnownCamera) => Number(/^camera2? (\d+)/.exec(label)?.[1] ?? 0);

/** Whether a camera may not be the one for a document or a face: by its name, or since its lens has one distance alone. */
function isDoubtful(track: MediaStreamTrack): boolean {
  const { focusMode } = capabilitiesOf(track);
  const isFixed = focusMode !== undefined && !focusMode.some((mode) => mode !== 'manual' && mode !== 'none');
  // Webcams have one distance for all; that a phone's camera has says that it is not the one with the main lens.
  const isMinor = isFixed && track.getSettings().facingMode === 'environment';
  return isMinor || isBlind(track) || extreme.test(track.label) || isVirtual(track);
}
