import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import type { EndpointChange, WebhookStore } from '../webhook-store.ts';
import { noFailures } from './endpoint-health.ts';

/**
 * Changes the address of an endpoint, or the events to which it subscribes from now on. Held deliveries and retries go to the
 * new address, signed with the existing secrets; attempts in progress end at the old one. If an enabled endpoint moves, its
 * health is reset, because failures of the old address say nothing about the new one. A disabled one stays disabled.
 *
 * @param revision - revision that the endpoint must have; undefined: any.
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
        // Only the origin, because path and query may contain a secret of the receiver.
        origin: [originOf(before.url), originOf(url ?? before.url)],
        isMoved,
        events: [before.events.join(' '), (change.events ?? before.events).join(' ')],
      },
    });
    if (isMoved && health.disabledAt === null)
      await transaction.updateEndpoint(id, { ...health, ...noFailures });
    return 'changed';
  });
}

function originOf(url: string): string {
  return new URL(url).origin;
}
