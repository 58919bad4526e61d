import { useEffect, useRef } from 'preact/hooks';
import { onChanges } from '../../live.ts';

/** An event leaves within a second, and its answer comes some time later: when to look, in ms. */
const looksMs = [0, 1500, 4000, 10_000];

/** An attempt that is due within so long is waited for, in ms: reads keep a session alive that somebody has left. */
const longestWaitMs = 600_000;

/**
 * Reads anew some times after something was done, after runs have changed, and after the next attempt: no connection is held for
 * deliveries.
 *
 * @param nextAt - when the next attempt is due; null: none is.
 * @returns call it once something was done.
 */
export function useFollowUp(reload: () => void, nextAt: string | null): () => void {
  const latest = useRef(reload);
  latest.current = reload;
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const stop = () => timers.current.forEach(clearTimeout);
  const follow = () => {
    stop();
    timers.current = looksMs.map((ms) => setTimeout(() => latest.current(), ms));
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
    if (!(waitMs > 0 && waitMs <= longestWaitMs)) return;
    const timer = setTimeout(follow, waitMs);
    return () => clearTimeout(timer);
  }, [nextAt]);
  return follow;
}
