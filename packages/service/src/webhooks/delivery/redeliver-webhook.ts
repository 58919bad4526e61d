import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import type { JobQueue } from '../../jobs/job.ts';
import type { StoredDelivery, WebhookStore, WebhookTransaction } from '../webhook-store.ts';

interface Services {
  store: WebhookStore;
  clock: Clock;
  jobs: JobQueue;
  /** Actor who requested the redelivery. */
  actor: Actor;
}

/** Whether an event is sent again, or the reason why not. */
export type Redelivery = 'redelivered' | 'not-there' | 'on-its-way' | 'endpoint-disabled' | 'too-old';

/** Time after its first arrival within which an event can be sent again. Later, receivers may no longer know its id. */
export const redeliverableMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Sends an event again under its existing id, with a new retry schedule: one that was given up, or one that was delivered and
 * that its receiver has lost. Refuses it once receivers may no longer know its id. The limit counts from its first arrival,
 * even if it was sent again since and that delivery was given up.
 *
 * @param beside - stores further data in the same transaction.
 * @returns whether the event is sent again, as decided in the transaction.
 */
export async function redeliverWebhook(
  { store, clock, jobs, actor }: Services,
  deliveryId: string,
  beside?: (transaction: WebhookTransaction, dueAt: number) => Promise<void>,
): Promise<Redelivery> {
  const redelivery = await store.transact(
    { endpointOfDelivery: deliveryId },
    async (transaction): Promise<Redelivery> => {
      const delivery = await transaction.findDelivery(deliveryId);
      if (!delivery) return 'not-there';
      if (delivery.state === 'pending') return 'on-its-way';
      const dueAt = clock.now();
      if (delivery.state !== 'held' && isForgotten(delivery, dueAt)) return 'too-old';
      if (delivery.endpoint.disabledAt !== null) return 'endpoint-disabled';
      // The endpoint was resumed, and its held deliveries are being requeued.
      if (delivery.state === 'held') return 'on-its-way';
      await transaction.requeueDelivery(deliveryId, dueAt);
      await transaction.record({ actor, act: 'delivery.redeliver', id: deliveryId, at: dueAt });
      await beside?.(transaction, dueAt);
      return 'redelivered';
    },
  );
  if (redelivery === 'redelivered') jobs.wake();
  return redelivery;
}

/** Sends events again, one after the other. Stops at the first one whose endpoint is disabled. */
export async function redeliverWebhooks(
  services: Services,
  deliveryIds: readonly string[],
): Promise<{ readonly redelivered: number; readonly tooOld: number; readonly isDisabled: boolean }> {
  let redelivered = 0;
  let tooOld = 0;
  for (const id of deliveryIds) {
    const redelivery = await redeliverWebhook(services, id);
    if (redelivery === 'endpoint-disabled') return { redelivered, tooOld, isDisabled: true };
    if (redelivery === 'redelivered') redelivered += 1;
    if (redelivery === 'too-old') tooOld += 1;
  }
  return { redelivered, tooOld, isDisabled: false };
}

/**
 * Returns whether receivers may no longer know the id of an event. Counts from the event if the clock was set back, so that the
 * arrival seems to be earlier.
 */
function isForgotten({ firstDeliveredAt, event }: StoredDelivery, now: number): boolean {
  return firstDeliveredAt !== null && now - Math.max(firstDeliveredAt, event.emittedAt) > redeliverableMs;
}
