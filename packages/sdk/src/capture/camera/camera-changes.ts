import { CameraFailure } from '../../session/ports.ts';
import { briefMs, settleWithin } from '../patience.ts';
import type { KnownCamera, RunningCamera } from './choose-camera.ts';
import { listCameras } from './open-stream.ts';

/** How long a camera may take until it is asked how the permission stands, in ms. */
const askedAfterMs = 10_000;

/**
 * How long it may take from then on, in ms. Those that wake up slowly need five seconds, from when they are allowed on; before, the user
 * may read what the browser asks. Where nothing tells whether it asks, it may.
 */
const longestMs = { granted: 5_000, denied: 5_000, prompt: 50_000, unknown: 20_000 };

/** The permission as it stood when the camera was denied. */
export interface Denial {
  readonly permission: PermissionStatus;
  readonly state: PermissionState;
}

/**
 * Tells which cameras there are whenever a device was plugged in or out (Media Capture and Streams, 9.3, `devicechange`).
 *
 * @returns ends it: nothing is told any more.
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
 * The camera that is being opened, as long as there is hope: views of web pages in some apps neither ask the user nor answer the page.
 * One that comes after all is stopped.
 *
 * @param signal - ends the wait.
 * @throws CameraFailure, besides what the opening throws.
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
 * Resolves once a camera that could not be opened may be there: the user has allowed what was denied, or what the browser still asks
 * for, or plugged one in where nothing was denied; or with the signal.
 *
 * @param denial - undefined where the camera was not denied, or the browser does not tell.
 */
export function cameraMayOpen(denial: Denial | undefined, signal: AbortSignal): Promise<void> {
  if (denial) return allowed(denial, signal);
  const plugged = pluggedIn(signal);
  // Given up while the user read what the browser asks: it goes on asking.
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
