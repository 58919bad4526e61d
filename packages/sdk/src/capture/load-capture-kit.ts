import { loadPatiently } from '../session/load-patiently.ts';
import type { CaptureKit, Clock } from '../session/ports.ts';

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
