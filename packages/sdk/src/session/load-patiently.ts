import { withTimeout } from './in-time.ts';
import type { Clock } from './ports.ts';

/** Pauses between the tries to load code, in ms: three tries in all. */
const pausesMs = [500, 1_500] as const;

/** Pause before code that counts as missing is tried again, in ms. */
const laterPauseMs = 5_000;

/**
 * Loads code, and tries again twice when that fails or takes too long.
 *
 * @param load - imports the chunk.
 * @throws the error of the last try.
 */
export async function loadPatiently<Code>(
  load: () => Promise<Code>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Code> {
  for (const pauseMs of pausesMs) {
    try {
      return await withTimeout(load(), clock, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      await clock.sleep(pauseMs, signal);
    }
  }
  return withTimeout(load(), clock, signal);
}

/** Options and callbacks of `loadAtLast`. */
export interface LoadingOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /**
   * Three tries have failed. It is tried on, and told again after three more.
   *
   * @param goOn - ends the pause before the next try.
   */
  readonly onMissing: (goOn: () => void) => void;
}

/**
 * Loads code, however long it takes.
 *
 * @returns null when the signal aborted before.
 */
export async function loadAtLast<Code>(
  load: () => Promise<Code>,
  { clock, signal, onMissing }: LoadingOptions,
): Promise<Code | null> {
  while (!signal.aborted) {
    try {
      const code = await loadPatiently(load, clock, signal);
      return signal.aborted ? null : code;
    } catch {
      if (signal.aborted) break;
      await new Promise<void>((goOn) => {
        onMissing(goOn);
        void clock.sleep(laterPauseMs, signal).then(goOn);
      });
    }
  }
  return null;
}
