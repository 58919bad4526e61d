import { CameraFailure, type Facing } from '../../session/ports.ts';
import { cameraProblemOf } from './camera-problem.ts';
import type { KnownCamera, RunningCamera } from './choose-camera.ts';
import type * as AllLenses from './lenses.ts';

/** What knows one camera from another; loaded while the user reads. */
export type Lenses = typeof AllLenses;

/** A stream with a single video track, and the cameras there are: they are counted while the stream starts to play. */
export interface OpenStream extends RunningCamera {
  readonly cameras: Promise<readonly KnownCamera[]>;
}

/**
 * Full HD shows the print of a passport that fills the frame with 18 px a character and more. A larger picture would slow
 * the preview of many phones down.
 */
const size = { width: { ideal: 1920 }, height: { ideal: 1080 } } as const;

/** Which camera is wanted. */
export interface CameraWish {
  /** Opens the next camera after this one in its place. */
  readonly otherThan: string | null;
  readonly facing: Facing;
  /** The camera that looked this way the last time: the user's choice, or one that had proved to be the better one. */
  readonly last: string | undefined;
}

/**
 * Opens the camera that looks where it is asked to; `ideal`, so that a laptop's only camera serves as well. One that is not fit
 * is left for a better one.
 *
 * @param lenses - knows which camera is better; null while it has not arrived.
 * @throws CameraFailure. Never leaves a track running, nor runs two at a time.
 */
export async function openStream(
  { otherThan, facing, last }: CameraWish,
  signal: AbortSignal,
  lenses: Lenses | null,
): Promise<OpenStream> {
  const chosen = otherThan === null ? null : lenses?.nextCamera(await listCameras(), otherThan, facing);
  const first = await ask(
    chosen ? exactly(chosen) : { facingMode: { ideal: facing }, ...(last && { deviceId: { ideal: last } }) },
    signal,
  );
  const cameras = listCameras();
  // What the user has chosen is not doubted, nor twice what has been looked into; it may be unplugged, and another one come.
  const isTrusted = otherThan !== null || idOf(first.track) === last;
  const opened = isTrusted
    ? null
    : await lenses?.leaveForBetter(first, cameras, facing, (camera) => ask(exactly(camera), signal));
  return { ...(opened ?? first), cameras };
}

const exactly = ({ deviceId }: Pick<KnownCamera, 'deviceId'>) => ({ deviceId: { exact: deviceId } });

async function ask(choice: MediaTrackConstraints, signal: AbortSignal): Promise<RunningCamera> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...choice, ...size } });
    // Who asks for video is given one track of it, or is refused.
    const [track] = stream.getVideoTracks() as [MediaStreamTrack];
    // In the very turn in which nobody wants it any more: what follows here may take seconds.
    const stop = () => track.stop();
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    return { stream, track };
  } catch (error) {
    throw new CameraFailure(cameraProblemOf(error, isAllowedByPolicy()));
  }
}

/** The cameras of this device; none where the browser does not tell. */
export async function listCameras(): Promise<readonly KnownCamera[]> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput');
  } catch {
    return []; // then there is none to switch to
  }
}

/** Id of the camera behind a track; null when the browser does not tell. */
export function idOf(track: MediaStreamTrack): string | null {
  return track.getSettings().deviceId ?? null;
}

/** Permissions Policy of the page. Only Chromium tells; elsewhere the answer is yes and the browser refuses by itself. */
function isAllowedByPolicy(): boolean {
  const { featurePolicy } = document as Document & {
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return featurePolicy?.allowsFeature('camera') ?? true;
}
