import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { startHolding } from '../delivery/update-queue.ts';
import type { WebhookStore } from '../webhook-store.ts';

/**
 * Disables an endpoint, for example while its receiver is moved or repaired: its events wait until it is resumed. Attempts in
 * progress continue. Does not change an endpoint that is already disabled, which is checked in the transaction.
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
