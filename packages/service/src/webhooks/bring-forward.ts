import type { Clock } from '../clock.ts';
import { longestWaitMs } from './retry-schedule.ts';
import type { WebhookStore } from './webhook-store.ts';

/**
 * Makes deliveries due at once that wait longer than any wait there is: their attempts were planned by a clock that was ahead
 * and has been set right since. @returns how many there were.
 */
export async function bringForward({
  store,
  clock,
}: {
  store: Pick<WebhookStore, 'bringForward'>;
  clock: Clock;
}): Promise<number> {
  const now = clock.now();
  return store.bringForward(now + longestWaitMs, now);
}
