import type { JobHandler } from '../jobs/job-runner.ts';
import { type DeliveryServices, deliverWebhook } from './deliver-webhook.ts';
import { createEndpointPlaces } from './endpoint-places.ts';

/**
 * So many tries at what comes before and after an attempt may fail, and twice as many be cut off by the death of the
 * process. Attempts that fail do not count here: they are planned by the retry schedule.
 */
export const deliveryMaxTries = 20;

/** Waiting for a receiver costs little: so many may be waited for at a time. */
const concurrency = 512;

/** Carries out `deliver` jobs. Their lane is the endpoint, so that no receiver delays another's events. */
export function createDeliveryHandler(services: DeliveryServices): JobHandler {
  const places = createEndpointPlaces();
  return {
    concurrency,
    laneLimit: places.limitOf,
    async run(job, signal) {
      const result = await deliverWebhook(services, job.subjectId, signal);
      if (result === 'done' || 'againAt' in result) return result;
      if (job.lane !== null) places.learn(job.lane, result.verdict.kind === 'delivered');
      return result.outcome;
    },
    async giveUp(job) {
      await services.store.transact(async (transaction) => {
        const delivery = await transaction.findDelivery(job.subjectId);
        if (delivery?.state !== 'pending') return;
        await transaction.updateDelivery(job.subjectId, {
          state: 'undelivered',
          nextAt: null,
          undeliveredAt: services.clock.now(),
          lastError: 'NOT_CARRIED_OUT',
        });
      });
    },
  };
}
