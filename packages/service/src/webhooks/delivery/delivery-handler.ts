import type { JobHandler } from '../../jobs/job-runner.ts';
import { type DeliveryAttempt, type DeliveryServices, deliverWebhook } from './deliver-webhook.ts';
import { createEndpointConcurrency } from './endpoint-concurrency.ts';

/**
 * Runs of a delivery's job that may fail before or after an attempt; twice as many may end with the death of the process. Failed
 * attempts do not count here: the retry schedule plans them.
 */
export const deliveryMaxTries = 20;

/**
 * Concurrent requests to receivers: 256 endpoints with sixteen requests each. A waiting request takes about 100 kB under TLS, so
 * all of them take at most 0.4 GB.
 */
export const deliveryPlaces = 4096;

/**
 * Carries out `deliver` jobs. Their lane is the endpoint, and places are dealt out so that receivers that hang or are slow,
 * hundreds of them, delay no other's events.
 */
export function createDeliveryHandler(services: DeliveryServices): JobHandler {
  const places = createEndpointConcurrency(deliveryPlaces, services.elapsed);
  return {
    concurrency: deliveryPlaces,
    laneLimit: places.limitOf,
    // A receiver gets the requests of all instances.
    isLaneLimitShared: true,
    deal: places.deal,
    ...(services.isHeld && { isHeld: services.isHeld }),
    async run(job, signal) {
      const end = job.lane === null ? null : places.begin(job.lane);
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
        // A delivery that waits for its endpoint gets a new job with the others.
        if (delivery?.state !== 'pending') return transaction.completeJob(job);
        const now = services.clock.now();
        await transaction.updateDelivery(job.subjectId, {
          state: 'undelivered',
          nextAt: null,
          undeliveredAt: now,
          lastError: 'NOT_CARRIED_OUT',
        });
        // With it: the job of a delivery that is sent again in between would give it up once more.
        await transaction.abandonJob(job, now, error);
      });
    },
  };
}
