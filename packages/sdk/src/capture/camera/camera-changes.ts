import { CameraFailure } from '../../session/ports.ts';
import { briefMs, settleWithin } from '../patience.ts';
import type { KnownCamera, RunningCamera } from './choose-camera.ts';
import { listCameras } from './open-stream.ts';

/** How long a camera may take until it is asked how the permission stands, in ms. */
const askedAfterMs = 10_000;

/**
 * Time for a camera to open, in ms, by the permission's state. Slow cameras need five seconds once they are allowed. Before that,
 * the user may be reading the browser's prompt, also if the browser does not report it.
 */
const longestMs = { granted: 5_000, denied: 5_000, prompt: 50_000, unknown: 20_000 };

/** The permission as it stood when the camera was denied. */
export interface Denial {
  readonly permission: PermissionStatus;
  readonly state: PermissionState;
}

/**
 * Calls back with the cameras whenever a device is plugged in or out (Media Capture and Streams, 9.3, `devicechange`).
 *
 * @returns ends the callbacks.
 */
export function onDevicesChanged(tell: (cameras: readonly KnownCamera[]) => void): () => void {
  const { mediaDevices } = navigator;
  let isOver = false;
  const look = () =>
    listCameras().then((cameras) => {
      if (!isOver) tell(cameras);
    });
  // There are none where the page is not secure, and old ones are no targets of events.
  mediaDevices?.addEventListener?.('devicechange', look);
  return () => {
    isOver = true;
    mediaDevices?.removeEventListener?.('devicechange', look);
  };
}

/** How the permission stands; undefined where the browser does not tell, as Firefox and older Safari do not. */
export async function denialNow(): Promise<Denial | undefined> {
  try {
    const permission = await navigator.permissions?.query?.({ name: 'camera' as PermissionName });
    return permission && { permission, state: permission.state };
  } catch {
    return undefined;
  }
}

/**
 * Waits for a camera that is being opened, within limits: web views of some apps neither ask the user nor answer the page. A
 * camera that arrives later is stopped.
 *
 * @param signal - ends the wait.
 * @throws CameraFailure, and whatever the opening throws.
 */
export async function awaitOpening(
  opening: Promise<RunningCamera>,
  signal: AbortSignal,
): Promise<RunningCamera> {
  const settled = opening.then(
    () => true,
    () => true,
  );
  const isSettledWithin = (ms: number) => settleWithin(settled, false, signal, ms);
  let isSettled = await isSettledWithin(askedAfterMs);
  if (!isSettled) {
    const asked = await settleWithin(denialNow(), undefined, signal, briefMs);
    isSettled = await isSettledWithin(longestMs[asked?.state ?? 'unknown']);
    // The user has allowed it late.
    if (!isSettled && asked?.state === 'prompt' && asked.permission.state === 'granted')
      isSettled = await isSettledWithin(longestMs.granted);
  }
  if (isSettled || signal.aborted) return opening;
  opening.then(
    ({ track }) => track.stop(),
    () => {}, // it has failed already
  );
  throw new CameraFailure('busy');
}

/**
 * Resolves when a camera that failed to open may be available: the user has allowed it, or plugged one in where nothing was
 * denied; or when the signal aborts.
 *
 * @param denial - undefined if the camera was not denied, or the browser does not report it.
 */
export function cameraMayOpen(denial: Denial | undefined, signal: AbortSignal): Promise<void> {
  if (denial) return allowed(denial, signal);
  const plugged = pluggedIn(signal);
  // The time ran out while the browser's prompt was open; the prompt stays.
  const late = denialNow().then((asked) => (asked?.state === 'prompt' ? allowed(asked, signal) : plugged));
  return Promise.race([plugged, late]);
}

function allowed({ permission, state }: Denial, signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve) => {
    const check = () => {
      if (permission.state === 'denied' && !signal.aborted) return;
      permission.removeEventListener('change', check);
      resolve();
    };
    permission.addEventListener('change', check);
    signal.addEventListener('abort', check);
    // Not when it merely says "granted": the system may deny what the browser allows.
    if (permission.state !== state || signal.aborted) check();
  });
}

async function pluggedIn(signal: AbortSignal): Promise<void> {
  let known = (await listCameras()).length;
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      stop();
      resolve();
    };
    const stop = onDevicesChanged(({ length }) => {
      const isMore = length > known;
      known = length;
      if (isMore) end();
    });
    signal.addEventListener('abort', end);
  });
}
