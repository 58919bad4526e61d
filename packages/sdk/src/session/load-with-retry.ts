import { withTimeout } from './load-timeouts.ts';
import type { Clock } from './ports.ts';

/** Pauses between attempts to load code, in ms: three attempts in all. */
const pausesMs = [500, 1_500] as const;

/** Pause after three failed attempts, in ms. */
const pauseAfterFailureMs = 5_000;

/**
 * Loads code, with two retries if loading fails or takes too long.
 *
 * @param load - imports the chunk.
 * @throws the error of the last attempt.
 */
export async function loadWithRetry<Code>(
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

/** Options and callbacks of `loadWhenOnline`. */
export interface LoadingOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /**
   * Called after every three failed attempts; loading continues.
   *
   * @param endPause - ends the pause before the next attempt.
   */
  readonly onMissing: (endPause: () => void) => void;
}

/**
 * Loads code, with retries until it has loaded.
 *
 * @returns null if the signal aborted before.
 */
export async function loadWhenOnline<Code>(
  load: () => Promise<Code>,
  { clock, signal, onMissing }: LoadingOptions,
): Promise<Code | null> {
  while (!signal.aborted) {
    try {
      const code = await loadWithRetry(load, clock, signal);
      return signal.aborted ? null : code;
    } catch {
      if (signal.aborted) break;
      await new Promise<void>((endPause) => {
        onMissing(endPause);
        void clock.sleep(pauseAfterFailureMs, signal).then(endPause);
      });
    }
  }
  return null;
}
