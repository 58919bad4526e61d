import { CameraFailure, type Facing } from '../../session/ports.ts';
import { briefMs, settleWithin } from '../patience.ts';
import { classifyCameraError } from './camera-problem.ts';
import type { KnownCamera, RunningCamera } from './choose-camera.ts';
import type * as AllLenses from './lenses.ts';

/** Code that tells cameras apart; loaded while the user reads. */
export type Lenses = typeof AllLenses;

/**
 * Full HD shows the print of a passport that fills the frame with 18 px a character and more. A larger picture would slow
 * the preview of many phones down.
 */
const size = { width: { ideal: 1920 }, height: { ideal: 1080 } } as const;

/** Requirements for the camera to open. */
export interface CameraWish {
  /** Opens the next camera after this one in its place. */
  readonly otherThan: string | null;
  /** Direction in which that camera says it looks; undefined when it does not say. */
  readonly running: string | undefined;
  readonly facing: Facing;
  /** The camera that looked this way the last time: the user's choice, or one that had proved to be the better one. */
  readonly last: string | undefined;
}

/**
 * Opens the camera that looks where it is asked to; `ideal`, so that a laptop's only camera serves as well. One that is not fit
 * is left for a better one, and one that another program holds for one that is free. A stream has a single track.
 *
 * @param lenses - knows which camera is better; null while it has not arrived.
 * @throws CameraFailure. Never leaves a track running, nor runs two at a time.
 */
export async function openStream(
  { otherThan, running, facing, last }: CameraWish,
  signal: AbortSignal,
  lenses: Lenses | null,
): Promise<RunningCamera> {
  // None where they are not known soon: another camera would be no more than better.
  const list = () => settleWithin(listCameras(), [], signal, briefMs);
  const next = otherThan ? lenses?.nextCamera(await list(), otherThan, facing, running) : null;
  const chosen = next?.deviceId ?? last;
  // With only `ideal`, the browser might open another camera; the wrong direction is as bad as the wrong camera.
  const give = (deviceId?: string) =>
    ask(deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: facing } }, signal);
  const open = (deviceId?: string): Promise<RunningCamera> =>
    give(deviceId).catch((failure: CameraFailure) => {
      if (!deviceId && lenses) return lenses.openFree(failure, list, facing, give, signal);
      // Opens any camera when the chosen one is missing, as it may be unplugged. Reports a busy one: the user may free it.
      if (deviceId && failure.problem === 'missing' && !signal.aborted) return open();
      throw failure;
    });
  const first = await open(chosen);
  // Keeps the camera that the user has chosen, and the one that was looked into before: neither is checked again.
  const better =
    readDeviceId(first.track) !== chosen && (await lenses?.leaveForBetter(first, list, facing, give));
  return better || first;
}

async function ask(choice: MediaTrackConstraints, signal: AbortSignal): Promise<RunningCamera> {
  // Left meanwhile: the light of a camera must not come on once more.
  if (signal.aborted) throw new CameraFailure('busy');
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...choice, ...size } });
    const [track] = stream.getVideoTracks();
    if (!track) throw new DOMException('', 'NotFoundError');
    // Stops the track in the same turn as the abort, because the following steps may take seconds.
    const stop = () => track.stop();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    return { stream, track };
  } catch (error) {
    // Reads the Permissions Policy of the page. Only Chromium exposes it; elsewhere the answer is yes, and the browser refuses by
    // itself.
    const { featurePolicy } = document as Document & {
      featurePolicy?: { allowsFeature(name: string): boolean };
    };
    throw new CameraFailure(classifyCameraError(error, featurePolicy?.allowsFeature('camera') ?? true));
  }
}

/**
 * The cameras of this device; none where the browser does not tell. It may answer only once its window has the focus (Media
 * Capture and Streams, 9.2, `enumerateDevices`): no picture may wait for it.
 */
export async function listCameras(): Promise<readonly KnownCamera[]> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput');
  } catch {
    return []; // then there is none to switch to
  }
}

/** Id of the camera behind a track; null when the browser does not tell. */
export function readDeviceId(track: MediaStreamTrack): string | null {
  return track.getSettings().deviceId ?? null;
}
