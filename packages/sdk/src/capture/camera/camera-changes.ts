import { CameraFailure } from '../../session/ports.ts';
import { briefMs, settleWithin } from '../timeouts.ts';
import type { KnownCamera, RunningCamera } from './choose-camera.ts';
import { listCameras } from './open-stream.ts';

/** Time after which the permission's state is queried for a camera that has not opened, in ms. */
const queryPermissionAfterMs = 10_000;

/**
 * Further time for a camera to open, in ms, by the permission's state. Slow cameras need five seconds after the user has
 * allowed them. Before that, the user may be reading the browser's prompt, even if the browser does not report the prompt.
 */
const openingMs = { granted: 5_000, denied: 5_000, prompt: 50_000, unknown: 20_000 };

/** State of the permission when the camera was denied. */
export interface Denial {
  readonly permission: PermissionStatus;
  readonly state: PermissionState;
}

/**
 * Calls back with the list of cameras whenever a device is plugged in or unplugged (Media Capture and Streams, 9.3,
 * `devicechange`).
 *
 * @returns a function that ends the callbacks.
 */
export function onDevicesChanged(onChange: (cameras: readonly KnownCamera[]) => void): () => void {
  const { mediaDevices } = navigator;
  let isOver = false;
  const refresh = () =>
    listCameras().then((cameras) => {
      if (!isOver) onChange(cameras);
    });
  // `mediaDevices` is missing on insecure pages, and is not an event target in old browsers.
  mediaDevices?.addEventListener?.('devicechange', refresh);
  return () => {
    isOver = true;
    mediaDevices?.removeEventListener?.('devicechange', refresh);
  };
}

/** Reads the state of the camera permission; undefined if the browser does not report it, like Firefox and older Safari. */
export async function denialNow(): Promise<Denial | undefined> {
  try {
    const permission = await navigator.permissions?.query?.({ name: 'camera' as PermissionName });
    return permission && { permission, state: permission.state };
  } catch {
    return undefined;
  }
}

/**
 * Waits for a camera to open, within a time limit: web views of some apps neither ask the user nor answer the page. A camera
 * that opens later is stopped.
 *
 * @param signal - ends the wait.
 * @throws CameraFailure, and any error of `opening`.
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
  let isSettled = await isSettledWithin(queryPermissionAfterMs);
  if (!isSettled) {
    const asked = await settleWithin(denialNow(), undefined, signal, briefMs);
    isSettled = await isSettledWithin(openingMs[asked?.state ?? 'unknown']);
    // The user answered the prompt late.
    if (!isSettled && asked?.state === 'prompt' && asked.permission.state === 'granted')
      isSettled = await isSettledWithin(openingMs.granted);
  }
  if (isSettled || signal.aborted) return opening;
  opening.then(
    ({ track }) => track.stop(),
    () => {}, // already failed
  );
  throw new CameraFailure('busy');
}

/**
 * Resolves when a camera that failed to open may be available: the user has allowed it, or, unless it was denied, has plugged
 * one in. Also resolves when the signal aborts.
 *
 * @param denial - undefined if the camera was not denied, or the browser does not report it.
 */
export function cameraMayOpen(denial: Denial | undefined, signal: AbortSignal): Promise<void> {
  if (denial) return allowed(denial, signal);
  const plugged = pluggedIn(signal);
  // Covers a time-out while the browser's prompt was open, because the prompt stays.
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
    // Checks for a change, not for "granted": the operating system may deny a camera that the browser allows.
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
