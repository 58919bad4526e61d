import { useEffect, useRef } from 'preact/hooks';
import { onChanges } from '../../live.ts';

/** When to reload after an act, in ms: an event is sent within a second, and the reply arrives some time later. */
const reloadDelaysMs = [0, 1500, 4000, 10_000];

/**
 * Maximum time to wait for the next attempt, in ms. Later attempts are not followed, because each read would keep an abandoned
 * session alive.
 */
const maxWaitMs = 600_000;

/**
 * Reloads several times after an act, after a change of runs, and after the next attempt, instead of holding a connection open
 * for deliveries.
 *
 * @param nextAt - when the next attempt is due; null if none is.
 * @returns call it after an act.
 */
export function useFollowUp(reload: () => void, nextAt: string | null): () => void {
  const latest = useRef(reload);
  latest.current = reload;
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const stop = () => timers.current.forEach(clearTimeout);
  const follow = () => {
    stop();
    timers.current = reloadDelaysMs.map((ms) => setTimeout(() => latest.current(), ms));
  };
  useEffect(() => {
    const end = onChanges(follow);
    return () => {
      end();
      stop();
    };
  }, []);
  useEffect(() => {
    const waitMs = nextAt === null ? Number.NaN : Date.parse(nextAt) - Date.now();
    if (!(waitMs > 0 && waitMs <= maxWaitMs)) return;
    const timer = setTimeout(follow, waitMs);
    return () => clearTimeout(timer);
  }, [nextAt]);
  return follow;
}
