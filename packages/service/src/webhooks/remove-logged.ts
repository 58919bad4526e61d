import type { Clock } from '../clock.ts';
import type { WebhookStore } from './webhook-store.ts';

/** Time in ms during which attempts are kept in the log of deliveries. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** Rows per transaction. A transaction blocks other writes. */
const perTransaction = 500;

/** Removes attempts from the log of deliveries once they are 30 days old. @returns the number of removed attempts. */
export async function removeLogged(
  { store, clock }: { store: Pick<WebhookStore, 'removeLogged'>; clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  const before = clock.now() - keptMs;
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await store.removeLogged(before, perTransaction);
    removed += count;
    if (count < perTransaction) return removed;
  }
}
