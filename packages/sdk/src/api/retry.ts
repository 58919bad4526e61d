import type { Clock } from '../session/ports.ts';
import { scatteredPause } from '../session/scattered-pause.ts';
import { ServiceFailure } from '../session/service-failure.ts';

/** Limits of the retries. */
export interface RetryLimits {
  /** Maximum number of attempts, including the first. */
  readonly tries: number;
  /** Time after the start of the first attempt within which retries may begin, in ms, not counting sleep of the device. */
  readonly withinMs: number;
}

/** Limits while a user waits at the upload screen: they can give up themselves, so the SDK need not give up early. */
export const userRetryLimits: RetryLimits = { tries: Number.POSITIVE_INFINITY, withinMs: 10 * 60_000 };

/** Limits while a page waits for `start`. */
export const startRetryLimits: RetryLimits = { tries: 3, withinMs: 8_000 };

/** Minimum pause after an upload that was lost although the service can be reached, in ms. */
export const lostPauseMs = 2_000;

/**
 * Maximum time that one attempt adds to the time spent, in ms: during a longer one, the device probably slept and no user
 * waited.
 */
const maxAttemptMs = 90_000;

/**
 * Returns the pause before the next attempt, in ms: exponential backoff from 400 to 8,000 with random jitter, but never earlier
 * than the service asked for.
 *
 * @param failures - number of failed attempts, from 1.
 * @param random - 0..1.
 */
export function pauseBefore(failures: number, askedMs: number, random: number): number {
  return scatteredPause(Math.min(8_000, 400 * 2 ** (failures - 1)), askedMs, random);
}

/** Options of a call that is retried. */
export interface RetryOptions {
  readonly limits: RetryLimits;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the failure of an attempt before the next one, and without one when a later attempt succeeds. */
  readonly onConnection?: ((failure?: ServiceFailure) => void) | undefined;
  readonly random?: () => number;
}

/**
 * Repeats an operation until it succeeds, fails permanently, or its limits are reached. Retries only `unavailable` failures;
 * gives up immediately if the service asks for a longer wait than the limits allow.
 *
 * @throws the last failure, or an `AbortError` if the signal aborts.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { limits, clock, signal, onConnection, random = Math.random } = options;
  let spentMs = 0;
  for (let failures = 0; ; ) {
    if (signal.aborted) throw new DOMException('', 'AbortError');
    const startedMs = clock.now();
    try {
      const value = await attempt();
      if (failures) onConnection?.();
      return value;
    } catch (failure) {
      if (!signal.aborted) {
        if (!(failure instanceof ServiceFailure) || failure.kind !== 'unavailable') throw failure;
        failures += 1;
        const pause = pauseBefore(failures, failure.afterMs, random());
        // Counts the planned pause, even if the device slept for longer.
        spentMs += Math.min(clock.now() - startedMs, maxAttemptMs) + pause;
        if (failures >= limits.tries || spentMs > limits.withinMs) throw failure;
        onConnection?.(failure);
        await clock.sleep(pause, signal);
      }
    }
  }
}
