import type { Clock } from '../clock.ts';
import type { WebhookStore } from './webhook-store.ts';

/**
 * Time in ms during which a delivered event is listed and can be sent again. Its attempts have been removed from the log by
 * then.
 */
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** Rows per transaction. A transaction blocks other writes. */
const perTransaction = 500;

/**
 * Removes deliveries 30 days after they last arrived, in batches; an interrupted run continues later.
 *
 * @returns the number of removed deliveries.
 */
export async function removeDelivered(
  { store, clock }: { store: Pick<WebhookStore, 'removeDelivered'>; clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  const before = clock.now() - keptMs;
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await store.removeDelivered(before, perTransaction);
    removed += count;
    if (count < perTransaction) return removed;
  }
}
