const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Waits in ms that an endpoint can request, besides 0. These are so few that none can repeat a number that was sent. */
const allowedWaitsMs = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 4, 6, 8, 12, 18, 24].map((hours) => hours * hourMs),
];

/**
 * Rounds the wait requested by an endpoint up to one of a few values, at most 24 hours. The time of the next attempt, and the
 * log, then reveal nothing more.
 */
export function roundRetryAfterMs(requestedMs: number): number {
  if (requestedMs <= 0) return 0;
  return allowedWaitsMs.find((allowed) => requestedMs <= allowed) ?? 24 * hourMs;
}
