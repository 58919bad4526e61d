import { browserClock } from '../session/browser-clock.ts';

/**
 * Limits how long something may take: a connection may stay open in silence, and the browser waits for good.
 *
 * @param ms - longest wait, in ms: the usual one for an answer of the service, or for code, where it is not given.
 * @returns what aborts when the time is over. Abort it once there is nothing to wait for any more: that takes the timer away.
 */
export function timeLimit(ms = 20_000): AbortController {
  const limit = new AbortController();
  void browserClock.sleep(ms, limit.signal).then(() => limit.abort());
  return limit;
}
