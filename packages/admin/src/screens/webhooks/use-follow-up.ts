import { useEffect, useRef } from 'preact/hooks';
import { onChanges } from '../../live.ts';

/** An event leaves within a second, and its answer comes some time later: when to look, in ms. */
const looksMs = [0, 1500, 4000, 10_000];

/**
 * Reads anew some times after something was done, and after runs have changed: no connection is held for deliveries.
 *
 * @returns call it once something was done.
 */
export function useFollowUp(reload: () => void): () => void {
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
  return follow;
}
