import type { Clock } from '../../clock.ts';
import type { WebhookStore } from '../webhook-store.ts';
import { longestWaitMs } from './retry-schedule.ts';

/** Rows in one transaction, which blocks other writes. */
const perTransaction = 500;

/**
 * Makes deliveries due at once that wait longer than any wait there is: their attempts were planned by a clock that was ahead
 * and has been set right since. @returns how many there were.
 */
export async function bringForward(
  { store, clock }: { store: Pick<WebhookStore, 'bringForward'>; clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  let brought = 0;
  for (;;) {
    signal.throwIfAborted();
    const now = clock.now();
    const count = await store.bringForward(now + longestWaitMs, now, perTransaction);
    brought += count;
    if (count < perTransaction) return brought;
  }
}
