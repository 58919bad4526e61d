import type { Clock } from './ports.ts';

/** Longest wait for code, in ms: as long as for an answer of the service. */
export const longestLoadMs = 20_000;

/** Longest wait for what there is something in place of, in ms. */
export const longestWishMs = 8_000;

/**
 * Resolves to what is loaded, or rejects after a time-out: a connection may stay open in silence, and the browser waits for good.
 *
 * @param signal - ends the wait, with the failure, and the timer, which outlives the loading otherwise.
 */
export function withTimeout<Code>(loading: Promise<Code>, clock: Clock, signal: AbortSignal): Promise<Code> {
  const late = clock.sleep(longestLoadMs, signal).then(() => {
    throw new Error('Code took too long.');
  });
  return Promise.race([loading, late]);
}

/**
 * Makes what waits for a thing that there is something in place of: texts, a look.
 *
 * @param signal - ends the timer. Nothing steps in afterwards: there is nobody for whom.
 * @returns what waits; it answers undefined once the thing has taken too long.
 */
export function waitBriefly(clock: Clock, signal: AbortSignal) {
  return <Wish>(loading: Promise<Wish>): Promise<Wish | undefined> => {
    const late = clock.sleep(longestWishMs, signal).then(() => (signal.aborted ? loading : undefined));
    return Promise.race([loading, late]);
  };
}
