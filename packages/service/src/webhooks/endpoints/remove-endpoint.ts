import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { startQueueUpdate } from '../delivery/update-queue.ts';
import type { WebhookStore } from '../webhook-store.ts';

/**
 * Removes an endpoint with its pending deliveries and its log. From then on, it receives no events and is not shown; its stored
 * data is removed in batches. An attempt in progress ends without effect.
 *
 * @returns whether the endpoint existed.
 */
export function removeEndpoint(
  { store, clock, actor }: { store: WebhookStore; clock: Clock; actor: Actor },
  id: string,
): Promise<boolean> {
  return store.transact({ endpoint: id }, async (transaction) => {
    const queue = await transaction.findQueue(id);
    if (queue === null || queue.removedAt !== null) return false;
    const now = clock.now();
    await transaction.changeQueue(id, { removedAt: now });
    // Recorded first, because the removal may leave nothing from which the account of the endpoint can be read.
    await transaction.record({ actor, act: 'endpoint.remove', id, at: now });
    await startQueueUpdate(transaction, id, now);
    return true;
  });
}
