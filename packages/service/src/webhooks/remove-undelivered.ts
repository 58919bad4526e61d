import type { Clock } from '../clock.ts';
import type { WebhookStore } from './webhook-store.ts';

/** How long an undelivered event can be replayed. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** Rows in one transaction, which blocks other writes. */
const perTransaction = 500;

/**
 * Removes deliveries that have been undelivered for 30 days. The last event of each execution stays: it says nothing personal,
 * and the numbers of later ones go on from it.
 *
 * @returns how many were removed.
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
