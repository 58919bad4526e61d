import type { Clock } from './ports.ts';

/** Time-out for loading code, in ms; the same as for an answer of the service. */
export const loadTimeoutMs = 20_000;

/** Time-out for loading what has a fallback, in ms. */
export const optionalLoadTimeoutMs = 8_000;

/**
 * Resolves to the loaded code, or rejects after a time-out, because a silent connection would make the browser wait forever.
 *
 * @param signal - rejects the wait, and removes the timer.
 */
export function withTimeout<Code>(loading: Promise<Code>, clock: Clock, signal: AbortSignal): Promise<Code> {
  const late = clock.sleep(loadTimeoutMs, signal).then(() => {
    throw new Error('Code took too long.');
  });
  return Promise.race([loading, late]);
}

/**
 * Creates a wait with a fallback, for texts and themes.
 *
 * @param signal - removes the timer when the result is no longer needed.
 * @returns a function that resolves to undefined if loading takes too long.
 */
export function createOptionalWait(clock: Clock, signal: AbortSignal) {
  return <Loaded>(loading: Promise<Loaded>): Promise<Loaded | undefined> => {
    const late = clock
      .sleep(optionalLoadTimeoutMs, signal)
      .then(() => (signal.aborted ? loading : undefined));
    return Promise.race([loading, late]);
  };
}
