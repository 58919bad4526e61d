import { browserClock } from '../session/browser-clock.ts';

/** Longest wait for an answer of the service, or for code, in ms. */
const usualMs = 20_000;

/**
 * Limits how long something may take: a connection may stay open in silence, and the browser waits for good.
 *
 * @param ms - longest wait, in ms.
 * @returns what aborts when the time is over. Abort it once there is nothing to wait for any more: that takes the timer away.
 */
export function timeLimit(ms = usualMs): AbortController {
  const limit = new AbortController();
  void browserClock.sleep(ms, limit.signal).then(() => limit.abort());
  return limit;
}
