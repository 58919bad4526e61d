import type { Clock } from '../clock.ts';
import type { JobQueue } from '../jobs/job.ts';
import type { WebhookStore } from './webhook-store.ts';

interface Services {
  store: WebhookStore;
  clock: Clock;
  jobs: JobQueue;
}

/**
 * Attempts an undelivered event anew, with the whole retry schedule before it.
 *
 * @returns false when there is no such delivery, or it is not undelivered.
 */
export async function replayDelivery({ store, clock, jobs }: Services, deliveryId: string): Promise<boolean> {
  const isReplayed = await store.transact(async (transaction) => {
    const delivery = await transaction.findDelivery(deliveryId);
    if (delivery?.state !== 'undelivered') return false;
    await transaction.requeueDelivery(deliveryId, clock.now());
    return true;
  });
  if (isReplayed) jobs.wake();
  return isReplayed;
}

/** Between the deliveries of a resumed endpoint: 50 a second are no burst for a receiver that has just come back. */
const resumeSpacingMs = 20;

/** Enables a disabled endpoint again and sends it all events that queued meanwhile, oldest first. */
export async function resumeEndpoint({ store, clock, jobs }: Services, endpointId: string): Promise<void> {
  await store.transact(async (transaction) => {
    const health = { failingSince: null, disabledAt: null, disabledReason: null };
    await transaction.updateEndpoint(endpointId, health);
    const held = await transaction.heldDeliveries(endpointId);
    for (const [index, deliveryId] of held.entries()) {
      await transaction.requeueDelivery(deliveryId, clock.now() + index * resumeSpacingMs);
    }
  });
  jobs.wake();
}
