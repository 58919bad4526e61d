import type { CaptureKit, Clock } from '../session/ports.ts';

/** Pauses between the tries to load the capture code, in ms: three tries in all. */
const pausesMs = [500, 1_500] as const;

/**
 * Makes the loader of the capture code: loaded once and kept, tried three times before it counts as missing.
 *
 * @param load - imports the chunk.
 */
export function captureKitLoader(
  load: () => Promise<CaptureKit>,
  clock: Clock,
): (signal: AbortSignal) => Promise<CaptureKit> {
  let loading: Promise<CaptureKit> | null = null;
  return (signal) => {
    loading ??= loadPatiently(load, clock, signal).catch((error: unknown) => {
      loading = null; // asked again, it may arrive
      throw error;
    });
    return loading;
  };
}

async function loadPatiently(
  load: () => Promise<CaptureKit>,
  clock: Clock,
  signal: AbortSignal,
): Promise<CaptureKit> {
  for (const pauseMs of pausesMs) {
    try {
      return await load();
    } catch {
      if (signal.aborted) break;
      await clock.sleep(pauseMs, signal);
    }
  }
  return load();
}
