import type { Clock } from '../../clock.ts';
import type { JobQueue } from '../../jobs/job.ts';
import type { JobHandler } from '../../jobs/job-runner.ts';
import type { StoredDelivery, WebhookStore, WebhookTransaction } from '../webhook-store.ts';

/** Number of deliveries that one transaction holds, requeues or removes. Keeps it short, because it blocks other writes. */
export const perTransaction = 250;

/**
 * Time in ms between deliveries to a resumed endpoint: at most 50 a second, so as not to overload an endpoint that has just
 * recovered.
 */
const resumeSpacingMs = 20;

/** How long the removal of an endpoint waits for an event that is being stored, in ms. */
const eventStoredAfterMs = 1000;

/**
 * Returns whether a due delivery must wait: its endpoint is disabled, or was resumed while the deliveries created until
 * `gatheringUntil` are still being requeued in order.
 */
export function isHeldBack({ createdAt, endpoint }: StoredDelivery): boolean {
  return endpoint.disabledAt !== null || createdAt <= (endpoint.gatheringUntil ?? -Infinity);
}

/** Starts holding the pending deliveries of an endpoint. Must be called in the transaction that disables it. */
export async function startHolding(
  transaction: WebhookTransaction,
  endpointId: string,
  now: number,
): Promise<void> {
  await transaction.changeQueue(endpointId, { gatheringUntil: now });
  await startQueueUpdate(transaction, endpointId, now);
}

/**
 * Updates the first deliveries of an endpoint in the transaction that changed its state, and stores a job for the rest, if any.
 * If the process dies, the job remains.
 */
export async function startQueueUpdate(
  transaction: WebhookTransaction,
  endpointId: string,
  now: number,
): Promise<void> {
  const resumesAt = await updateSome(transaction, endpointId, now, perTransaction);
  if (resumesAt !== null) await transaction.scheduleQueueUpdate(endpointId, resumesAt);
}

/**
 * Runs `arrange` jobs. Each run updates some deliveries in its own transaction and reschedules the job for the rest, so that
 * other transactions can run in between.
 *
 * @param limit - number of deliveries per run; only tests change it.
 */
export function createQueueUpdateHandler(
  { store, clock, jobs }: { store: WebhookStore; clock: Clock; jobs: JobQueue },
  limit = perTransaction,
): JobHandler {
  return {
    concurrency: 1,
    async run(job) {
      await store.transact({ endpoint: job.subjectId }, async (transaction) => {
        const dueAt = await transaction.findDue(job);
        if (dueAt === null) return;
        const now = clock.now();
        // The state has changed again, and the first deliveries were updated with it; those are sent first.
        if (dueAt > now) return transaction.postponeJob(job, dueAt);
        const resumesAt = await updateSome(transaction, job.subjectId, now, limit);
        // In the same transaction, because the state of the endpoint may change right after it.
        if (resumesAt === null) await transaction.completeJob(job);
        else await transaction.postponeJob(job, resumesAt);
      });
      jobs.wake();
      return 'settled';
    },
    // Never called, because the number of tries is unlimited.
    async giveUp() {},
  };
}

/**
 * Holds, requeues or removes some deliveries, as the state of the endpoint requires. Requeued deliveries are sent oldest first,
 * also across runs: the next run begins when the last delivery of this one is due.
 *
 * @returns when to continue, in ms since 1970; null if nothing is left to do.
 */
async function updateSome(
  transaction: WebhookTransaction,
  endpointId: string,
  now: number,
  limit: number,
): Promise<number | null> {
  const queue = await transaction.findQueue(endpointId);
  if (queue === null) return null;
  if (queue.removedAt !== null) {
    const isClosed = await transaction.closeQueue(endpointId);
    if ((await transaction.removeDeliveries(endpointId, limit)) === limit) return now;
    if (!isClosed) return now + eventStoredAfterMs;
    await transaction.forgetEndpoint(endpointId);
    return null;
  }
  if (queue.gatheringUntil !== null) {
    const until = queue.disabledAt === null ? queue.gatheringUntil : null;
    if ((await transaction.holdPending(endpointId, until, limit)) === limit) return now;
    await transaction.changeQueue(endpointId, { gatheringUntil: null });
  }
  if (queue.disabledAt !== null) return null;
  const requeued = await transaction.requeueHeld(endpointId, now, resumeSpacingMs, limit);
  return requeued === limit ? now + requeued * resumeSpacingMs : null;
}
