import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import type { EndpointChange, WebhookStore } from '../webhook-store.ts';
import { doingWell } from './endpoint-health.ts';

/**
 * Moves an endpoint, or lets it subscribe to other events from now on. What waits and what is tried again goes to the new address,
 * signed with the secrets it has; what is under way ends where it began. That the old address failed says nothing of the new one.
 *
 * @param revision - that it must have; undefined: any.
 */
export function changeEndpoint(
  { store, clock, actor }: { store: WebhookStore; clock: Clock; actor: Actor },
  id: string,
  { url, events }: EndpointChange,
  revision?: number,
): Promise<'changed' | 'not-there' | 'changed-since'> {
  return store.transact({ endpoint: id }, async (transaction) => {
    const health = await transaction.findHealth(id);
    if (health === null) return 'not-there';
    if (revision !== undefined && (await transaction.findRevision(id)) !== revision) return 'changed-since';
    const change = { url, events: events && [...new Set(events)] };
    const { isMoved, before } = await transaction.changeEndpoint(id, change);
    await transaction.record({
      actor,
      act: 'endpoint.change',
      id,
      at: clock.now(),
      changes: {
        // Path and query may hold a secret of the receiver.
        origin: [originOf(before.url), originOf(url ?? before.url)],
        isMoved,
        events: [before.events.join(' '), (change.events ?? before.events).join(' ')],
      },
    });
    if (isMoved && health.disabledAt === null)
      await transaction.updateEndpoint(id, { ...health, ...doingWell });
    return 'changed';
  });
}

function originOf(url: string): string {
  return new URL(url).origin;
}
