import type { Clock } from '../../clock.ts';
import type { JobQueue } from '../../jobs/job.ts';
import type { JobHandler } from '../../jobs/job-runner.ts';
import type { StoredDelivery, WebhookStore, WebhookTransaction } from '../webhook-store.ts';

/** A transaction holds up all others while it lasts: so many deliveries are held, requeued or removed in one. */
export const perTransaction = 250;

/** Between the deliveries of a resumed endpoint: 50 a second are no burst for a receiver that has just come back. */
const resumeSpacingMs = 20;

/**
 * Whether a delivery that is on its way must wait: its endpoint is disabled, or was and is resumed, and what was on its way by
 * then is being put in order.
 */
export function isHeldBack({ createdAt, endpoint }: StoredDelivery): boolean {
  return endpoint.disabledAt !== null || createdAt <= (endpoint.gatheringUntil ?? -Infinity);
}

/** Lets all wait that is on its way to an endpoint, in the transaction that disabled it. */
export async function beginHolding(
  transaction: WebhookTransaction,
  endpointId: string,
  now: number,
): Promise<void> {
  await transaction.changeQueue(endpointId, { gatheringUntil: now });
  await beginArranging(transaction, endpointId, now);
}

/**
 * Does with the first deliveries of an endpoint what its state asks for, in the transaction that changed the state, and stores a
 * job for the others: most endpoints have few. A process that dies in between leaves the job.
 */
export async function beginArranging(
  transaction: WebhookTransaction,
  endpointId: string,
  now: number,
): Promise<void> {
  const goesOnAt = await arrangeSome(transaction, endpointId, now, perTransaction);
  if (goesOnAt !== null) await transaction.planArrangement(endpointId, goesOnAt);
}

/**
 * Carries out `arrange` jobs: each run does some deliveries, in a transaction of its own, and leaves the rest to the next, so that
 * whatever else the service does comes in between.
 *
 * @param limit - how many at a time; another than the usual in tests alone.
 */
export function createArrangementHandler(
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
        // Somebody has changed the state of the endpoint since, and begun: what he sent goes out first.
        if (dueAt > now) return transaction.postponeJob(job, dueAt);
        const goesOnAt = await arrangeSome(transaction, job.subjectId, now, limit);
        // With it: somebody may change the state of the endpoint right behind.
        if (goesOnAt === null) await transaction.completeJob(job);
        else await transaction.postponeJob(job, goesOnAt);
      });
      jobs.wake();
      return 'settled';
    },
    // Its tries do not end.
    async giveUp() {},
  };
}

/**
 * Does some of what the state of an endpoint asks for. What is requeued goes out oldest first also across runs: the next begins
 * when the last delivery of this one is due.
 *
 * @returns when to go on; null: nothing is left to do.
 */
async function arrangeSome(
  transaction: WebhookTransaction,
  endpointId: string,
  now: number,
  limit: number,
): Promise<number | null> {
  const queue = await transaction.findQueue(endpointId);
  if (queue === null) return null;
  if (queue.removedAt !== null) {
    if ((await transaction.removeDeliveries(endpointId, limit)) === limit) return now;
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
