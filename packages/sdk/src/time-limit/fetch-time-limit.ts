import { type ReadonlySignal, signal } from '@preact/signals';
import { loadWhenOnline } from '../session/load-with-retry.ts';
import type { Interruption } from '../ui/deferred-parts.ts';
import type { TimeKeeperOptions } from './keep-time.ts';
import { warnAheadMs } from './time-warning.ts';

/** Code that warns before the time limit. */
export type TimeLimitCode = typeof import('./time-limit.tsx');

const importCode = (): Promise<TimeLimitCode> => import('./time-limit.tsx');

/** Time in the flow after which the warning's code is loaded, in ms. Most users finish sooner and never load it. */
const loadAfterMs = 60_000;

/**
 * Loads the code that warns before the time limit: some time after the flow has started, or immediately if the limit is near.
 */
export function fetchTimeLimit(
  options: TimeKeeperOptions,
  load: () => Promise<TimeLimitCode> = importCode,
): ReadonlySignal<Interruption | null> {
  const { limit, clock, signal: life } = options;
  const fetched = signal<Interruption | null>(null);
  const endsAtMs = limit.peek()?.endsAtMs ?? Number.POSITIVE_INFINITY;
  const waitMs = Math.max(0, Math.min(loadAfterMs, endsAtMs - clock.now() - warnAheadMs));
  const fetch = async () => {
    await clock.sleep(waitMs, life);
    const code = await loadWhenOnline(load, { clock, signal: life, onMissing() {} });
    if (code) fetched.value = code.openTimeLimit(options);
  };
  void fetch();
  return fetched;
}
