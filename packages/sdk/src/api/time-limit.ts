import { browserClock } from '../session/browser-clock.ts';

/**
 * Creates a time-out, because a silent connection would make the browser wait forever.
 *
 * @param ms - time-out in ms; the default is for answers of the service and for loading code.
 * @returns a controller that aborts after the time-out. Abort it when the wait is over, to remove its timer.
 */
export function timeLimit(ms = 20_000): AbortController {
  const limit = new AbortController();
  void browserClock.sleep(ms, limit.signal).then(() => limit.abort());
  return limit;
}
