import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { startQueueUpdate } from '../delivery/update-queue.ts';
import type { WebhookStore } from '../webhook-store.ts';

/**
 * Removes an endpoint, with all that was on its way to it, and its log. It gets no event and is seen by nobody from then on; what
 * is stored of it goes some at a time. An attempt that is under way ends unnoticed.
 *
 * @returns whether there was one of that id.
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
    // Before the rest, which may leave nothing of the endpoint that tells its account.
    await transaction.record({ actor, act: 'endpoint.remove', id, at: now });
    await startQueueUpdate(transaction, id, now);
    return true;
  });
}
