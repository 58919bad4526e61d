import { setTimeout as pause } from 'node:timers/promises';

/** Shorter work is not worth a pause. */
const leastMs = 5;
/** No pause is longer. */
const mostMs = 1000;

/**
 * Lets long work rest for as long as it has worked, so that a service on the same disk and processors has its half of them.
 *
 * @returns what is to be awaited after each piece of work.
 */
export function createPace(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now();
  return async () => {
    const workedMs = now() - since;
    if (workedMs < leastMs) return;
    await pause(Math.min(workedMs, mostMs));
    since = now();
  };
}
