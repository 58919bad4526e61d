import { browserClock } from '../session/browser-clock.ts';

/**
 * Limits a duration, because a silent connection would make the browser wait forever.
 *
 * @param ms - limit in ms; by default, that of an answer of the service or of code.
 * @returns a controller that aborts after the limit. Abort it when the wait is over, to remove its timer.
 */
export function timeLimit(ms = 20_000): AbortController {
  const limit = new AbortController();
  void browserClock.sleep(ms, limit.signal).then(() => limit.abort());
  return limit;
}
