import { CameraFailure, type Facing } from '../../session/ports.ts';
import { briefMs, settleWithin } from '../timeouts.ts';
import { classifyCameraError } from './camera-problem.ts';
import type { KnownCamera, RunningCamera } from './choose-camera.ts';
import type * as AllLenses from './lenses.ts';

/** Code that chooses between cameras; loaded while the user reads. */
export type Lenses = typeof AllLenses;

/**
 * Full HD shows the print of a passport that fills the frame with at least 18 px per character. A larger picture would slow
 * down the preview on many phones.
 */
const size = { width: { ideal: 1920 }, height: { ideal: 1080 } } as const;

/** Describes the camera to open. */
export interface CameraRequest {
  /** Id of a camera after which the next one is opened; null for no switch. */
  readonly otherThan: string | null;
  /** Direction that the camera to switch from reports; undefined if none. */
  readonly running: string | undefined;
  readonly facing: Facing;
  /** Id of the last camera in this direction: the user's choice, or one that proved to be better. */
  readonly last: string | undefined;
}

/**
 * Opens a camera that faces the requested direction; `ideal`, so that a laptop's only camera is accepted as well. Replaces an
 * unsuitable camera by a better one, and a busy one by a free one. The stream has a single track.
 *
 * @param lenses - code that chooses between cameras; null until it has loaded.
 * @throws CameraFailure. Never leaves a track running, nor runs two at a time.
 */
export async function openStream(
  { otherThan, running, facing, last }: CameraRequest,
  signal: AbortSignal,
  lenses: Lenses | null,
): Promise<RunningCamera> {
  // Continues without a list if it takes too long, because another camera is optional.
  const list = () => settleWithin(listCameras(), [], signal, briefMs);
  const next = otherThan ? lenses?.nextCamera(await list(), otherThan, facing, running) : null;
  const chosen = next?.deviceId ?? last;
  // `exact`, because with `ideal` the browser might open another camera. The direction stays `ideal`: a camera that faces the
  // wrong way is better than none.
  const request = (deviceId?: string) =>
    requestStream(deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: facing } }, signal);
  const open = (deviceId?: string): Promise<RunningCamera> =>
    request(deviceId).catch((failure: CameraFailure) => {
      if (!deviceId && lenses) return lenses.openFree(failure, list, facing, request, signal);
      // Opens any camera if the chosen one is missing, since it may be unplugged. Reports a busy one, because the user can free
      // it.
      if (deviceId && failure.problem === 'missing' && !signal.aborted) return open();
      throw failure;
    });
  const first = await open(chosen);
  // Keeps the camera that the user has chosen or that was opened last: neither is checked again.
  const better =
    readDeviceId(first.track) !== chosen && (await lenses?.leaveForBetter(first, list, facing, request));
  return better || first;
}

async function requestStream(choice: MediaTrackConstraints, signal: AbortSignal): Promise<RunningCamera> {
  // Does not turn the camera's light on again after an abort.
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
    // Reads the Permissions Policy of the page. Only Chromium exposes it; elsewhere it counts as allowed, and the browser
    // itself refuses the camera.
    const { featurePolicy } = document as Document & {
      featurePolicy?: { allowsFeature(name: string): boolean };
    };
    throw new CameraFailure(classifyCameraError(error, featurePolicy?.allowsFeature('camera') ?? true));
  }
}

/**
 * Lists the cameras of this device; empty if the browser does not report them. May settle only once the window has the focus
 * (Media Capture and Streams, 9.2, `enumerateDevices`), so no picture may wait for it.
 */
export async function listCameras(): Promise<readonly KnownCamera[]> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput');
  } catch {
    return []; // then there is no camera to switch to
  }
}

/** Returns the id of a track's camera; null if the browser does not report it. */
export function readDeviceId(track: MediaStreamTrack): string | null {
  return track.getSettings().deviceId ?? null;
}
