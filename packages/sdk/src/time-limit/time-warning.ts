/** Time before the deadline at which the user is warned, in ms: at least two minutes, plus some for the network. */
export const warnAheadMs = 150_000;

const minuteMs = 60_000;

/** Maximum delay of one timer, in ms: a day. Browsers store delays in signed 32 bits (24 days), but a link may live for 30. */
const maxTimerMs = 24 * 60 * minuteMs;

/** Returns whether to warn. */
export function isNearlyOver(leftMs: number): boolean {
  return leftMs <= warnAheadMs;
}

/** Returns the remaining time in minutes, rounded to the nearest; 0 means less than one. */
export function minutesToShow(leftMs: number): number {
  return Math.max(0, Math.ceil(leftMs / minuteMs - 0.5));
}

/** Returns the time until the next check of the remaining time, in ms; null if the text can no longer change. */
export function timeToNextUpdate(leftMs: number): number | null {
  if (!isNearlyOver(leftMs)) return Math.min(maxTimerMs, leftMs - warnAheadMs);
  const minutes = minutesToShow(leftMs);
  return minutes === 0 ? null : leftMs - (minutes - 0.5) * minuteMs;
}
