import type { Clock } from '../clock.ts';
import type { WebhookStore } from './webhook-store.ts';

/** How long an event that arrived can be sent again, and is seen; after it no attempt of its is left in the log. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** A transaction holds up all others while it lasts. */
const perTransaction = 500;

/**
 * Removes deliveries 30 days after they last arrived, some at a time: one that is cut off between goes on with the next.
 *
 * @returns how many were removed.
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
