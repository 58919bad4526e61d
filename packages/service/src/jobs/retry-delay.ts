const firstDelayMs = 1000;
const factor = 4;
const maxDelayMs = 10 * 60 * 1000;

/** Number of interruptions without a wait, to allow for ordinary crashes and kills. */
const freeCutOffs = 3;
const maxCutOffDelayMs = 5 * 60 * 1000;

/**
 * Returns how long a job waits after its process died during a try: not at all for the first three times, then 1 s, 2 s, 4 s, …
 * up to 5 min, each ±20 %. This leaves time for other jobs, and soon separates the job that kills the process from those that
 * died with it.
 *
 * @param cutOffs - number of interrupted tries, from 1.
 * @param random - from 0 to 1.
 */
export function cutOffDelayMs(cutOffs: number, random: number): number {
  if (cutOffs <= freeCutOffs) return 0;
  const delay = Math.min(firstDelayMs * 2 ** (cutOffs - freeCutOffs - 1), maxCutOffDelayMs);
  return scatter(delay, random);
}

/**
 * Returns the wait after a failed try: 1 s, 4 s, 16 s, … up to 10 min, each ±20 %, so that jobs that failed together are
 * retried at different times.
 *
 * @param tries - number of tries so far, from 1.
 * @param random - from 0 to 1.
 */
export function retryDelayMs(tries: number, random: number): number {
  const delay = Math.min(firstDelayMs * factor ** (tries - 1), maxDelayMs);
  return scatter(delay, random);
}

function scatter(delayMs: number, random: number): number {
  return Math.round(delayMs * (0.8 + 0.4 * random));
}
