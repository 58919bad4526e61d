import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { startHolding } from '../delivery/update-queue.ts';
import type { WebhookStore } from '../webhook-store.ts';

/**
 * Lets the events of an endpoint wait until it is resumed, while its receiver is moved or mended. What is under way ends as it
 * does; one that is disabled already stays as it is. Looks in the transaction: somebody else may have done it in between.
 *
 * @returns whether it was enabled.
 */
export async function disableEndpoint(
  { store, clock, actor }: { store: WebhookStore; clock: Clock; actor: Actor },
  id: string,
): Promise<boolean> {
  return store.transact({ endpoint: id }, async (transaction) => {
    const health = await transaction.findHealth(id);
    if (health === null || health.disabledAt !== null) return false;
    const now = clock.now();
    await transaction.updateEndpoint(id, {
      ...health,
      disabledAt: now,
      disabledReason: 'BY_HAND',
    });
    await startHolding(transaction, id, now);
    await transaction.record({ actor, act: 'endpoint.disable', id, at: now });
    return true;
  });
}
