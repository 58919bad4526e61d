import { setTimeout as pause } from 'node:timers/promises';

/** Minimum work that is worth a pause, in ms. */
const minWorkMs = 5;
/** Maximum length of a pause, in ms. */
const maxPauseMs = 1000;

/**
 * Pauses long work for as long as it has just run, so that a service on the same machine gets half of the disk and processors.
 *
 * @returns a function to await after each piece of work.
 */
export function createPace(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now();
  return async () => {
    const workedMs = now() - since;
    if (workedMs < minWorkMs) return;
    await pause(Math.min(workedMs, maxPauseMs));
    since = now();
  };
}
