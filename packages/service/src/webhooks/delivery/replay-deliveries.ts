import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import type { JobQueue } from '../../jobs/job.ts';
import { doingWell } from '../endpoints/endpoint-health.ts';
import type { StoredDelivery, WebhookStore, WebhookTransaction } from '../webhook-store.ts';
import { startQueueUpdate } from './update-queue.ts';

interface Services {
  store: WebhookStore;
  clock: Clock;
  jobs: JobQueue;
  /** The one who asks for it. */
  actor: Actor;
}

/** Whether an event is attempted anew, and why it is not. */
export type Replay = 'replayed' | 'not-there' | 'on-its-way' | 'endpoint-disabled' | 'too-old';

/** Time after its first arrival during which an event can be sent again. Later, receivers may have forgotten its id. */
const replayableMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Attempts an event anew under its old id, with the whole retry schedule before it: one that was given up, or one that was
 * delivered and that its receiver has lost, as long as the receiver still knows it by its id. That one which arrived was sent
 * again, and given up this time, makes its receiver know it no longer.
 *
 * @param beside what else is stored in the transaction.
 * @returns what became of it, as it stood in the transaction.
 */
export async function replayDelivery(
  { store, clock, jobs, actor }: Services,
  deliveryId: string,
  beside?: (transaction: WebhookTransaction, dueAt: number) => Promise<void>,
): Promise<Replay> {
  const replay = await store.transact(
    { endpointOfDelivery: deliveryId },
    async (transaction): Promise<Replay> => {
      const delivery = await transaction.findDelivery(deliveryId);
      if (!delivery) return 'not-there';
      if (delivery.state === 'pending') return 'on-its-way';
      const dueAt = clock.now();
      if (delivery.state !== 'held' && isForgotten(delivery, dueAt)) return 'too-old';
      if (delivery.endpoint.disabledAt !== null) return 'endpoint-disabled';
      // Its endpoint was resumed, and is being sent what waited.
      if (delivery.state === 'held') return 'on-its-way';
      await transaction.requeueDelivery(deliveryId, dueAt);
      await transaction.record({ actor, act: 'delivery.redeliver', id: deliveryId, at: dueAt });
      await beside?.(transaction, dueAt);
      return 'replayed';
    },
  );
  if (replay === 'replayed') jobs.wake();
  return replay;
}

/** Attempts events anew, one after the other, as long as each can be. */
export async function replayDeliveries(
  services: Services,
  deliveryIds: readonly string[],
): Promise<{ readonly replayed: number; readonly tooOld: number; readonly isDisabled: boolean }> {
  let replayed = 0;
  let tooOld = 0;
  for (const id of deliveryIds) {
    const replay = await replayDelivery(services, id);
    if (replay === 'endpoint-disabled') return { replayed, tooOld, isDisabled: true };
    if (replay === 'replayed') replayed += 1;
    if (replay === 'too-old') tooOld += 1;
  }
  return { replayed, tooOld, isDisabled: false };
}

/** Counted from its event where a clock that was set back has it arrive before. */
function isForgotten({ firstDeliveredAt, event }: StoredDelivery, now: number): boolean {
  return firstDeliveredAt !== null && now - Math.max(firstDeliveredAt, event.emittedAt) > replayableMs;
}

/**
 * Enables a disabled endpoint again and sends it all events that queued meanwhile, oldest first. One that is enabled stays as it
 * is: for how long it has been failing is no matter of who resumes it.
 *
 * @returns whether it was disabled.
 */
export async function resumeEndpoint(
  { store, clock, jobs, actor }: Services,
  endpointId: string,
): Promise<boolean> {
  const isResumed = await store.transact({ endpoint: endpointId }, async (transaction) => {
    const known = await transaction.findHealth(endpointId);
    if (known === null || known.disabledAt === null) return false;
    const health = { ...doingWell, disabledAt: null, disabledReason: null };
    await transaction.updateEndpoint(endpointId, health);
    await startQueueUpdate(transaction, endpointId, clock.now());
    await transaction.record({ actor, act: 'endpoint.resume', id: endpointId, at: clock.now() });
    return true;
  });
  if (isResumed) jobs.wake();
  return isResumed;
}
