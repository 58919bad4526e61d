/** How long before the end the user is warned, in ms: two minutes at least, and some more for what a network takes. */
export const warnAheadMs = 150_000;

const minuteMs = 60_000;

/** Longest wait that a browser's timer keeps (a signed number of 32 bits) is 24 days, a link lives up to 30; in ms. */
const longestWaitMs = 24 * 60 * minuteMs;

/** Whether it is time to warn. */
export function isNearlyOver(leftMs: number): boolean {
  return leftMs <= warnAheadMs;
}

/** The time that is left in the minutes that are told, the nearest; 0 is less than one. */
export function minutesToTell(leftMs: number): number {
  return Math.max(0, Math.ceil(leftMs / minuteMs - 0.5));
}

/** Returns the time until the next announcement, in ms; null if there is none. */
export function nextNewsAfter(leftMs: number): number | null {
  if (!isNearlyOver(leftMs)) return Math.min(longestWaitMs, leftMs - warnAheadMs);
  const minutes = minutesToTell(leftMs);
  return minutes === 0 ? null : leftMs - (minutes - 0.5) * minuteMs;
}
