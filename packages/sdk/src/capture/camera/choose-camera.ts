import type { CameraFailure, Facing } from '../../session/ports.ts';
import { readCapabilities } from './lens-controls.ts';

/** Facts about a camera, known once one of them has been allowed. */
export interface KnownCamera {
  readonly deviceId: string;
  readonly label: string;
  /** Not in Firefox, nor in older Safari. No mode is named where a camera looks nowhere in particular. */
  getCapabilities?(): { readonly facingMode?: readonly string[] };
}

/** A camera that runs, or has run; where it says it looks. */
interface TriedCamera extends KnownCamera {
  readonly facingMode?: string | undefined;
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
  environment: /back|rear|environment|rück|arrière|trasera|posterior|traseira|hátsó|hátlapi|后|後|背|خلفي/i,
  user: /front|user|selfie|facetime|vorder|avant|frontal|anteriore|előlapi|elülső|前|أمامي/i,
};

/** Whether a camera is named as programs name theirs. It may be called otherwise: a sign, and no more. */
export const isVirtual = ({ label }: Pick<KnownCamera, 'label'>) => virtual.test(label);

const isBlind = ({ label }: Pick<KnownCamera, 'label'>) => blind.test(label);

/** Whether a camera is no fit one for a document or a face, by its name. */
const isUnfit = (camera: Pick<KnownCamera, 'label'>) =>
  isBlind(camera) || extreme.test(camera.label) || isVirtual(camera);

/** Tells where a camera looks; empty for nowhere in particular, undefined when unknown: its name may be in any language. */
function directionOf(camera: KnownCamera): string | undefined {
  const { facingMode } = readCapabilities(camera);
  const named = (['environment', 'user'] as const).find((direction) => looks[direction].test(camera.label));
  return facingMode?.[0] ?? named ?? (facingMode && '');
}

/**
 * Tells whether a camera may face the requested direction. On a phone, a camera of unknown direction beside one that reports it
 * probably faces the other way; on a computer it is a webcam. Touch screens do not identify phones: computers have them, too, and
 * Firefox trusts the names "Front" and "Rear" of their cameras. The angle of the screen (Compatibility Standard) is only reported
 * on handheld devices.
 *
 * @param running - direction that the last opened camera reported; undefined if none.
 */
function mayLook(camera: KnownCamera, facing: Facing, running: string | undefined): boolean {
  const direction = directionOf(camera);
  if (direction !== undefined) return !direction || direction === facing;
  return running !== facing || typeof orientation === 'undefined';
}

/**
 * The camera after another that a user may choose, round and round: for a face none that may look away from it. Null when there
 * is no other.
 *
 * @param running - where the camera that was opened the last says it looks; undefined when it does not say.
 */
export function nextCamera(
  cameras: readonly KnownCamera[],
  after: string | null,
  facing: Facing,
  running?: string,
): KnownCamera | null {
  const seeing = cameras.filter((camera) => !isBlind(camera));
  // Uses cameras that show little if there are no others.
  const usable = (seeing[0] ? seeing : cameras).filter(
    (camera) => facing === 'environment' || mayLook(camera, facing, running),
  );
  const index = usable.findIndex(({ deviceId }) => deviceId === after);
  const next = usable[(index + 1) % usable.length];
  return after && next && next.deviceId !== after ? next : null;
}

/**
 * The camera to open in the place of one that has shown nothing: a lid may be closed over it. None where that says that it is at
 * the back: what shows nothing in a phone is covered, and its other lenses are too, or look the other way.
 *
 * @param running - where the one that has shown nothing says it looks; undefined when it does not say.
 */
export function insteadOf(
  cameras: readonly KnownCamera[],
  lost: string | null,
  facing: Facing,
  running?: string,
): KnownCamera | null {
  const fit = cameras.filter((camera) => !isUnfit(camera) && mayLook(camera, facing, running));
  return running === 'environment' ? null : nextCamera(fit, lost, facing, running);
}

/** How many cameras are opened in the place of one that is doubtful, at most: each costs the user a third of a second. */
const mostTried = 2;

/**
 * Lists alternatives to a doubtful camera: those that face the same way, as far as known, most likely first.
 *
 * @param doubtful - the camera that the browser chose.
 */
export function betterCameras(
  cameras: readonly KnownCamera[],
  doubtful: TriedCamera,
  facing: Facing,
): readonly KnownCamera[] {
  const running = doubtful.facingMode;
  // For want of one that sees, any that does.
  const eitherWay = isBlind(doubtful) && running !== facing;
  return cameras
    .filter(
      (camera) =>
        camera.deviceId !== doubtful.deviceId &&
        !isUnfit(camera) &&
        (eitherWay || mayLook(camera, facing, running)),
    )
    .sort(
      (one, other) =>
        Number(directionOf(other) === facing) - Number(directionOf(one) === facing) ||
        numberOf(one) - numberOf(other),
    )
    .slice(0, mostTried);
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
  list: () => Promise<readonly KnownCamera[]>,
  facing: Facing,
  open: (deviceId: string) => Promise<RunningCamera>,
): Promise<RunningCamera> {
  if (!isDoubtful(first.track)) return first;
  const doubtful = { deviceId: '', ...first.track.getSettings(), label: first.track.label };
  const better = betterCameras(await list(), doubtful, facing);
  /** Null between two: stopped here, and no other is open yet. */
  let running: RunningCamera | null = first;
  for (const camera of better[0] ? [...better, doubtful] : []) {
    // Given up meanwhile: nobody but this stops it otherwise.
    if (running?.track.readyState === 'ended') break;
    running?.track.stop();
    running = null;
    try {
      running = await open(camera.deviceId);
      if (!isDoubtful(running.track)) break;
    } catch (failure) {
      // One that another program holds is no reason to do without the one that worked.
      if (camera === doubtful) throw failure;
    }
  }
  return running ?? first;
}

/**
 * Opens a camera in the place of the one that the browser gives, where another program holds that: nobody knows which it is.
 * Never runs two at a time.
 *
 * @param failure - of the one that the browser gives; thrown when it is another, or no other camera is free.
 * @param open - opens another camera. Rejects as it does.
 */
export async function openFree(
  failure: CameraFailure,
  list: () => Promise<readonly KnownCamera[]>,
  facing: Facing,
  open: (deviceId: string) => Promise<RunningCamera>,
  signal: AbortSignal,
): Promise<RunningCamera> {
  const unknown = { deviceId: '', label: '' };
  for (const { deviceId } of failure.problem === 'busy' ? betterCameras(await list(), unknown, facing) : []) {
    if (signal.aborted) break;
    try {
      return await open(deviceId);
    } catch {
      // Ignores why this camera failed: the user has to fix the other one.
    }
  }
  throw failure;
}

/**
 * Number that Android gives a camera ("camera2 0, facing back"): the main lens of each direction has the lowest. 0 without a
 * number.
 */
const numberOf = ({ label }: KnownCamera) => Number(/^camera2? (\d+)/.exec(label)?.[1] ?? 0);

/** Whether a camera may not be the one for a document or a face: by its name, or since its lens has one distance alone. */
function isDoubtful(track: MediaStreamTrack): boolean {
  const { focusMode } = readCapabilities(track);
  const isFixed = focusMode !== undefined && !focusMode.some((mode) => mode !== 'manual' && mode !== 'none');
  // Webcams have one distance for all; that a phone's camera has says that it is not the one with the main lens.
  const isMinor = isFixed && track.getSettings().facingMode === 'environment';
  return isMinor || isUnfit(track);
}
