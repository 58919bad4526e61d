const firstDelayMs = 1000;
const factor = 4;
const longestDelayMs = 10 * 60 * 1000;

/** An ordinary crash or kill costs a job nothing. */
const freeCutOffs = 3;
const longestCutOffDelayMs = 5 * 60 * 1000;

/**
 * How long a job waits after its process died in a try: not at all three times, then 1 s, 2 s, 4 s, … up to 5 min, each
 * ±20 %. So one that kills the process leaves it time for the others, and those that died with it soon run apart from it.
 *
 * @param cutOffs how many tries were cut off, from 1.
 * @param random from 0 to 1.
 */
export function cutOffDelayMs(cutOffs: number, random: number): number {
  if (cutOffs <= freeCutOffs) return 0;
  const delay = Math.min(firstDelayMs * 2 ** (cutOffs - freeCutOffs - 1), longestCutOffDelayMs);
  return scattered(delay, random);
}

/**
 * How long to wait after a try that failed: 1 s, 4 s, 16 s, … up to 10 min, each ±20 % so that what failed together
 * does not come back together.
 *
 * @param tries how many tries there were, from 1.
 * @param random from 0 to 1.
 */
export function retryDelayMs(tries: number, random: number): number {
  const delay = Math.min(firstDelayMs * factor ** (tries - 1), longestDelayMs);
  return scattered(delay, random);
}

function scattered(delayMs: number, random: number): number {
  return Math.round(delayMs * (0.8 + 0.4 * random));
}
