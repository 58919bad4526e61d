import type { Clock } from '../session/ports.ts';
import { scatteredPause } from '../session/scattered-pause.ts';
import { ServiceFailure } from '../session/service-failure.ts';

/** How long to try. */
export interface Patience {
  /** Tries in all; the first one counts. */
  readonly tries: number;
  /** No try begins later than this after the first, in ms of which the page was awake. */
  readonly withinMs: number;
}

/** While a user waits in front of the upload screen: they may give up themselves, so the SDK need not do so early. */
export const userPatience: Patience = { tries: Number.POSITIVE_INFINITY, withinMs: 10 * 60_000 };

/** While a page waits for `start`. */
export const startPatience: Patience = { tries: 3, withinMs: 8_000 };

/** Least pause after an upload that was lost although the service can be reached, in ms. */
export const lostPauseMs = 2_000;

/** No try counts for longer, in ms: in one that took more the device may have slept, and its user has not waited. */
const longestTryMs = 90_000;

/**
 * How long to wait before the next try, in ms: exponential backoff from 400 to 8,000, scattered; always later than the service
 * asked, however late that is.
 *
 * @param failures - tries that have failed, from 1.
 * @param random - 0..1.
 */
export function pauseBefore(failures: number, askedMs: number, random: number): number {
  return scatteredPause(Math.min(8_000, 400 * 2 ** (failures - 1)), askedMs, random);
}

/** Options of a call that is retried. */
export interface RetryOptions {
  readonly patience: Patience;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the failure of a try before the next one, and without one when a later try succeeds. */
  readonly onConnection?: ((failure?: ServiceFailure) => void) | undefined;
  readonly random?: () => number;
}

/**
 * Does something until it succeeds, fails for good, or patience ends. Only `unavailable` failures are tried again; where the
 * service asks to be left alone for longer than patience lasts, it ends at once.
 *
 * @throws the last failure, or the signal's reason.
 */
export async function retrying<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { patience, clock, signal, onConnection, random = Math.random } = options;
  let spentMs = 0;
  for (let failures = 0; ; ) {
    if (signal.aborted) throw new DOMException('', 'AbortError');
    const triedMs = clock.now();
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
        spentMs += Math.min(clock.now() - triedMs, longestTryMs) + pause;
        if (failures >= patience.tries || spentMs > patience.withinMs) throw failure;
        onConnection?.(failure);
        await clock.sleep(pause, signal);
      }
    }
  }
}
