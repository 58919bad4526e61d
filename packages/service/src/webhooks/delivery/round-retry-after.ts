const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Waits in ms to which a requested wait is rounded, besides 0. They are too few to hold a number of the user. */
const allowedWaitsMs = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 4, 6, 8, 12, 18, 24].map((hours) => hours * hourMs),
];

/**
 * Rounds the wait requested by an endpoint up to one of a few values, at most 24 hours. Otherwise an endpoint could repeat a
 * number from the payload, such as a document number, and the log and the time of the next attempt would store it.
 */
export function roundRetryAfterMs(requestedMs: number): number {
  if (requestedMs <= 0) return 0;
  return allowedWaitsMs.find((allowed) => requestedMs <= allowed) ?? 24 * hourMs;
}
