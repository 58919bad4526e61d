const firstDelayMs = 1000;
const factor = 4;
const longestDelayMs = 10 * 60 * 1000;

/**
 * How long to wait after a try that failed: 1 s, 4 s, 16 s, … up to 10 min, each ±20 % so that what failed together
 * does not come back together.
 *
 * @param tries how many tries there were, from 1.
 * @param random from 0 to 1.
 */
export function retryDelayMs(tries: number, random: number): number {
  const delay = Math.min(firstDelayMs * factor ** (tries - 1), longestDelayMs);
  return Math.round(delay * (0.8 + 0.4 * random));
}
