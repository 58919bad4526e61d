import { CameraFailure } from '../../session/ports.ts';
import { cameraProblemOf } from './camera-problem.ts';
import { isInfrared, type KnownCamera, nextCamera } from './choose-camera.ts';

/** A stream with a single video track, and the cameras there are: they are counted while the stream starts to play. */
export interface OpenStream {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  readonly cameras: Promise<readonly KnownCamera[]>;
}

/**
 * Full HD shows the print of a passport that fills the frame with 18 px a character and more. A larger picture would slow
 * the preview of many phones down.
 */
const size = { width: { ideal: 1920 }, height: { ideal: 1080 } } as const;

/**
 * Opens the camera that looks away from the user; `ideal`, so that a laptop's only camera serves as well.
 *
 * @param otherThan - opens the next camera after this one in its place.
 * @throws CameraFailure. Never leaves a track running, nor runs two at a time.
 */
export async function openStream(otherThan: string | null, signal: AbortSignal): Promise<OpenStream> {
  const chosen = otherThan === null ? null : nextCamera(await listCameras(), otherThan);
  const opened = await ask(
    chosen ? { deviceId: { exact: chosen.deviceId } } : { facingMode: { ideal: 'environment' } },
    signal,
  );
  const cameras = listCameras();
  const isUnfit = otherThan === null && isInfrared(opened.track.label);
  const fitter = isUnfit ? nextCamera(await cameras, idOf(opened.track)) : null;
  if (signal.aborted || !fitter || isInfrared(fitter.label)) return { ...opened, cameras };
  opened.track.stop();
  return { ...(await ask({ deviceId: { exact: fitter.deviceId } }, signal)), cameras };
}

async function ask(choice: MediaTrackConstraints, signal: AbortSignal): Promise<Omit<OpenStream, 'cameras'>> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...choice, ...size } });
    const [track] = stream.getVideoTracks();
    if (!track) throw new CameraFailure('missing');
    // In the very turn in which nobody wants it any more: what follows here may take seconds.
    const stop = () => track.stop();
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    return { stream, track };
  } catch (error) {
    throw error instanceof CameraFailure
      ? error
      : new CameraFailure(cameraProblemOf(error, isAllowedByPolicy()));
  }
}

async function listCameras(): Promise<readonly KnownCamera[]> {
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
