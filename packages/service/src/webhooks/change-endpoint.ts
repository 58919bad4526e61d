import { doingWell } from './endpoint-health.ts';
import type { EndpointChange, WebhookStore } from './webhook-store.ts';

/**
 * Moves an endpoint, or lets it subscribe to other events from now on. What waits and what is tried again goes to the new address,
 * signed with the secrets it has; what is under way ends where it began. That the old address failed says nothing of the new one.
 *
 * @returns whether there is one of that id.
 */
export function changeEndpoint(
  { store }: { store: WebhookStore },
  id: string,
  { url, events }: EndpointChange,
): Promise<boolean> {
  return store.transact(async (transaction) => {
    const health = await transaction.findHealth(id);
    if (health === null) return false;
    const moves = await transaction.changeEndpoint(id, { url, events: events && [...new Set(events)] });
    if (moves && health.disabledAt === null)
      await transaction.updateEndpoint(id, { ...health, ...doingWell });
    return true;
  });
}
