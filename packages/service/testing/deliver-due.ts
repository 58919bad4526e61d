import { createJobStore } from '../src/db/jobs/job-store.ts';
import { createWebhookStore } from '../src/db/webhooks/webhook-store.ts';
import { renderExecution } from '../src/executions/outcome/render-execution.ts';
import { sealAnswer } from '../src/executions/outcome/seal-answer.ts';
import type { Outgoing } from '../src/outgoing/outgoing.ts';
import { createDeliveryHandler } from '../src/webhooks/delivery/delivery-handler.ts';
import type { InProcessService } from './in-process-service.ts';

/** Attempts each due delivery once. @returns how many there were. */
export async function deliverDue(service: InProcessService, outgoing: Outgoing): Promise<number> {
  const { jobs, handler, claimed } = await claimDeliveries(service, outgoing);
  for (const job of claimed) {
    const outcome = await handler.run(job, new AbortController().signal);
    if (outcome !== 'settled')
      await (outcome === 'done' ? jobs.complete(job) : jobs.postpone(job, outcome.againAt));
  }
  return claimed.length;
}

/** Gives up the due deliveries, as after their last attempt. */
export async function giveUpDue(service: InProcessService, outgoing: Outgoing): Promise<void> {
  const { jobs, handler, claimed } = await claimDeliveries(service, outgoing);
  for (const job of claimed) {
    await handler.giveUp(job, 'No try is left.');
    await jobs.abandon(job, service.clock.now(), 'No try is left.');
  }
}

/** Claims the jobs of the due deliveries. @returns them with their handler. */
export async function claimDeliveries(service: InProcessService, outgoing: Outgoing) {
  const { database, services, clock, logger } = service;
  const jobs = createJobStore(database.main);
  const handler = createDeliveryHandler({
    store: createWebhookStore(database.main),
    vault: services.vault,
    clock,
    elapsed: () => clock.now(),
    logger,
    outgoing,
    renderExecution: async (id) => {
      const execution = await services.store.find(id);
      return execution && renderExecution(services, execution);
    },
    sealAnswer: (answer) => sealAnswer(services, answer),
    random: () => 0.5,
  });
  const claim = { kind: 'deliver', now: clock.now(), leaseMs: 1000, limit: 100 } as const;
  const claimed = await jobs.claim({ ...claim, laneLimit: () => 100, running: new Map() });
  return { jobs, handler, claimed };
}
