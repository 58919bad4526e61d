import type { JobHandler } from '../../jobs/job-runner.ts';
import { type DeliveryAttempt, type DeliveryServices, deliverWebhook } from './deliver-webhook.ts';
import { createEndpointConcurrency } from './endpoint-concurrency.ts';

/**
 * Maximum number of failed runs of a delivery's job, outside of attempts; twice as many may end with the death of the process.
 * Failed attempts do not count, because the retry schedule plans them.
 */
export const deliveryMaxTries = 20;

/**
 * Concurrent requests to endpoints: 256 endpoints with sixteen requests each. A waiting request takes about 100 kB under TLS,
 * so all of them take at most 0.4 GB.
 */
export const deliverySlots = 4096;

/**
 * Runs `deliver` jobs. Each endpoint has its own lane, and concurrency is allocated so that even hundreds of slow or
 * unresponsive endpoints do not delay the events of others.
 */
export function createDeliveryHandler(services: DeliveryServices): JobHandler {
  const concurrency = createEndpointConcurrency(deliverySlots, services.elapsed);
  return {
    concurrency: deliverySlots,
    laneLimit: concurrency.limitOf,
    // The limit applies to all instances together, because an endpoint receives the requests of all of them.
    isLaneLimitShared: true,
    allocate: concurrency.allocate,
    ...(services.isHeld && { isHeld: services.isHeld }),
    async run(job, signal) {
      const end = job.lane === null ? null : concurrency.begin(job.lane);
      let made: DeliveryAttempt | null = null;
      try {
        const result = await deliverWebhook(services, job, signal);
        if (typeof result === 'string' || 'againAt' in result) return result;
        made = result;
        return result.outcome;
      } finally {
        end?.(made && { isDelivered: made.verdict.kind === 'delivered', durationMs: made.durationMs });
      }
    },
    async giveUp(job, error) {
      await services.store.transact({ endpointOfDelivery: job.subjectId }, async (transaction) => {
        if (!(await transaction.holds(job))) return;
        const delivery = await transaction.findDelivery(job.subjectId);
        // A held delivery gets a new job when its endpoint is resumed.
        if (delivery?.state !== 'pending') return transaction.completeJob(job);
        const now = services.clock.now();
        await transaction.updateDelivery(job.subjectId, {
          state: 'undelivered',
          nextAt: null,
          undeliveredAt: now,
          lastError: 'NOT_CARRIED_OUT',
        });
        // In the same transaction: otherwise, if the event is redelivered in between, this job would give it up again.
        await transaction.abandonJob(job, now, error);
      });
    },
  };
}
