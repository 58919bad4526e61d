const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Waits in ms that a receiver is granted, besides 0: so few that none reveals a number sent to it. */
const grantedMs = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 4, 6, 8, 12, 18, 24].map((hours) => hours * hourMs),
];

/**
 * The wait that a receiver is granted who asks for one: the next longer of a few, 24 hours at most. When its next attempt is made,
 * and what the log keeps of its reply, say no more than that.
 */
export function grantedWaitMs(askedMs: number): number {
  if (askedMs <= 0) return 0;
  return grantedMs.find((granted) => askedMs <= granted) ?? 24 * hourMs;
}
