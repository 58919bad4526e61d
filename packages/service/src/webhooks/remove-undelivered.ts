import type { Clock } from '../clock.ts';
import type { WebhookStore } from './webhook-store.ts';

/** Time in ms during which an undelivered event can be redelivered. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** Rows per transaction. A transaction blocks other writes. */
const perTransaction = 500;

/**
 * Removes deliveries that have been undelivered for 30 days. Keeps the last event of each execution: it contains no personal
 * data, and later sequence numbers continue from it.
 *
 * @returns the number of removed deliveries.
 */
export async function removeUndelivered(
  { store, clock }: { store: WebhookStore; clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  const before = clock.now() - keptMs;
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await store.removeUndelivered(before, perTransaction);
    removed += count;
    if (count < perTransaction) return removed;
  }
}
