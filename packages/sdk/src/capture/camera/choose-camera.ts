import type { CameraFailure, Facing } from '../../session/ports.ts';
import { readCapabilities } from './lens-controls.ts';

/** A camera as the browser lists it, once access to one of them has been allowed. */
export interface KnownCamera {
  readonly deviceId: string;
  readonly label: string;
  /**
   * Missing in Firefox and older Safari. `facingMode` is empty for a camera without a fixed direction, such as an external one.
   */
  getCapabilities?(): { readonly facingMode?: readonly string[] };
}

/** A camera that has run, with the direction that its track reported. */
interface TriedCamera extends KnownCamera {
  readonly facingMode?: string | undefined;
}

/** A camera that is running. */
export interface RunningCamera {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
}

/** Labels of infrared and depth cameras (Windows Hello and similar), which show a document in grey and without print. */
const blindLabels = /infra|\bIR\b|[红紅赤]外|حمراء|depth|tiefen|prof[ou]nd|mélys|深[度感]|عمق/i;

/** Labels of lenses that do not focus at the distance of a document; labels of combined lenses do not match. */
const extremeLabels =
  /ultra.?.?(?:w|gr|an|sz)|超.角|اتساع|واسعة جد|t[eé]l[eé](?:(?:ph|f)ot|ka|ob)|tele\b|[长長]焦|[望远遠][远遠摄攝]|مقرب/i;

/**
 * Labels of virtual cameras, which may show any picture and never replace a real camera. Short names match whole words only.
 */
const virtualLabels =
  /virtu|虚拟|افتراضي|\bOBS\b|ManyCam|XSplit|Snap Camera|mmhmm|DroidCam|VCam\b|EpocCam|\bCamo\b|e2eSoft|SplitCam|AlterCam|YouCam|CamTwist|SparkoCam|v4l2loopback|Dummy video|\bNDI\b/i;

/** Labels by direction, in the languages of the flow and those that share their script. */
const directionLabels: Readonly<Record<Facing, RegExp>> = {
  environment: /back|rear|environment|rück|arrière|trasera|posterior|traseira|hátsó|hátlapi|后|後|背|خلفي/i,
  user: /front|user|selfie|facetime|vorder|avant|frontal|anteriore|előlapi|elülső|前|أمامي/i,
};

/** Returns whether a camera has the label of a virtual one. Only a hint, because programs may use any label. */
export const isVirtual = ({ label }: Pick<KnownCamera, 'label'>) => virtualLabels.test(label);

const isBlind = ({ label }: Pick<KnownCamera, 'label'>) => blindLabels.test(label);

/** Returns whether a camera is unsuitable for a document or a face, by its label. */
const isUnfit = (camera: Pick<KnownCamera, 'label'>) =>
  isBlind(camera) || extremeLabels.test(camera.label) || isVirtual(camera);

/**
 * Returns the direction of a camera: empty if it has no fixed one, undefined if unknown, since its label may be in any
 * language.
 */
function readDirection(camera: KnownCamera): string | undefined {
  const { facingMode } = readCapabilities(camera);
  const named = (['environment', 'user'] as const).find((direction) =>
    directionLabels[direction].test(camera.label),
  );
  return facingMode?.[0] ?? named ?? (facingMode && '');
}

/**
 * Returns whether a camera may face the requested direction. On a phone, a camera of unknown direction beside one that reports
 * it probably faces the other way; on a computer it is a webcam. Touch screens do not identify phones, because computers have
 * them too, and Firefox trusts the labels "Front" and "Rear" of their cameras. The angle of the screen (Compatibility Standard)
 * is only reported on handheld devices.
 *
 * @param running - direction that the last opened camera reported; undefined if none.
 */
function mayFace(camera: KnownCamera, facing: Facing, running: string | undefined): boolean {
  const direction = readDirection(camera);
  if (direction !== undefined) return !direction || direction === facing;
  return running !== facing || typeof orientation === 'undefined';
}

/**
 * Returns the next camera that the user may choose, in turn; for a selfie, none that may face away from the user. Null if there
 * is no other.
 *
 * @param running - direction that the last opened camera reported; undefined if none.
 */
export function nextCamera(
  cameras: readonly KnownCamera[],
  after: string | null,
  facing: Facing,
  running?: string,
): KnownCamera | null {
  const seeing = cameras.filter((camera) => !isBlind(camera));
  // Falls back to infrared and depth cameras if there are no others.
  const usable = (seeing[0] ? seeing : cameras).filter(
    (camera) => facing === 'environment' || mayFace(camera, facing, running),
  );
  const index = usable.findIndex(({ deviceId }) => deviceId === after);
  const next = usable[(index + 1) % usable.length];
  return after && next && next.deviceId !== after ? next : null;
}

/**
 * Returns the camera to open after one that has shown nothing, for example because its lid is closed. Null for a rear camera:
 * on a phone it is covered, and the other lenses are covered as well or face the other way.
 *
 * @param running - direction that the lost camera reported; undefined if none.
 */
export function insteadOf(
  cameras: readonly KnownCamera[],
  lost: string | null,
  facing: Facing,
  running?: string,
): KnownCamera | null {
  const fit = cameras.filter((camera) => !isUnfit(camera) && mayFace(camera, facing, running));
  return running === 'environment' ? null : nextCamera(fit, lost, facing, running);
}

/** Maximum number of cameras tried instead of a doubtful one; each takes a third of a second. */
const maxTried = 2;

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
  // An infrared camera that does not report the requested direction may be replaced by any other, whichever way that faces.
  const eitherWay = isBlind(doubtful) && running !== facing;
  return cameras
    .filter(
      (camera) =>
        camera.deviceId !== doubtful.deviceId &&
        !isUnfit(camera) &&
        (eitherWay || mayFace(camera, facing, running)),
    )
    .sort(
      (one, other) =>
        Number(readDirection(other) === facing) - Number(readDirection(one) === facing) ||
        readNumber(one) - readNumber(other),
    )
    .slice(0, maxTried);
}

/**
 * Replaces a camera that may be unsuitable for a document or a face by a better one, or returns to it if there is none. Never
 * runs two at a time.
 *
 * @param open - opens another camera; rejects if it cannot be opened.
 * @returns the camera that is running.
 * @throws the failure of reopening the first camera.
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
  /** Null while the last camera is stopped and no other is open. */
  let running: RunningCamera | null = first;
  for (const camera of better[0] ? [...better, doubtful] : []) {
    // An abort has stopped the track.
    if (running?.track.readyState === 'ended') break;
    running?.track.stop();
    running = null;
    try {
      running = await open(camera.deviceId);
      if (!isDoubtful(running.track)) break;
    } catch (failure) {
      // Continues if another program uses the better camera, and returns to the one that worked.
      if (camera === doubtful) throw failure;
    }
  }
  return running ?? first;
}

/**
 * Opens another camera if a program uses the one that the browser chose, whose id is unknown. Never runs two at a time.
 *
 * @param failure - error of the camera that the browser chose; rethrown if it is not `busy`, or no other camera is free.
 * @param open - opens another camera; rejects if it cannot be opened.
 * @throws `failure`.
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
 * Returns the number that Android gives a camera ("camera2 0, facing back"), which is lowest for the main lens of each
 * direction. 0 if the label has no number.
 */
const readNumber = ({ label }: KnownCamera) => Number(/^camera2? (\d+)/.exec(label)?.[1] ?? 0);

/** Returns whether a camera may be unsuitable for a document or a face, by its label or a fixed focus. */
function isDoubtful(track: MediaStreamTrack): boolean {
  const { focusMode } = readCapabilities(track);
  const isFixed = focusMode !== undefined && !focusMode.some((mode) => mode !== 'manual' && mode !== 'none');
  // Webcams have a fixed focus; a rear camera with a fixed focus is not the main lens of a phone.
  const isMinor = isFixed && track.getSettings().facingMode === 'environment';
  return isMinor || isUnfit(track);
}
