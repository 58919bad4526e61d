import type { Clock } from './ports.ts';

/** Longest wait for code, in ms: as long as for an answer of the service. */
export const longestLoadMs = 20_000;

/**
 * What is loaded, or a failure once it has taken too long: a connection may stay open in silence, and the browser waits for good.
 *
 * @param signal - ends the wait, with the failure, and the timer, which outlives the loading otherwise.
 */
export function inTime<Code>(loading: Promise<Code>, clock: Clock, signal: AbortSignal): Promise<Code> {
  const late = clock.sleep(longestLoadMs, signal).then(() => {
    throw new Error('Code took too long.');
  });
  return Promise.race([loading, late]);
}
