import type { Clock } from '../../clock.ts';
import type { WebhookStore } from '../webhook-store.ts';
import { maxWaitMs } from './retry-schedule.ts';

/** Rows per transaction. A transaction blocks other writes. */
const perTransaction = 500;

/**
 * Makes deliveries due now whose next attempt is further away than the longest possible wait: it was scheduled while the clock
 * was ahead, and the clock has been corrected since. @returns the number of deliveries.
 */
export async function bringForward(
  { store, clock }: { store: Pick<WebhookStore, 'bringForward'>; clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  let brought = 0;
  for (;;) {
    signal.throwIfAborted();
    const now = clock.now();
    const count = await store.bringForward(now + maxWaitMs, now, perTransaction);
    brought += count;
    if (count < perTransaction) return brought;
  }
}
