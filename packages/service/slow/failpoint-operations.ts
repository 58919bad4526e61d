import { join } from 'node:path';
import type { Updateable } from 'kysely';
import type { KeyActor } from '../src/access/actor.ts';
import { createJobStore } from '../src/db/jobs/job-store.ts';
import { createOrphanHolds } from '../src/db/retention/orphan-holds.ts';
import { createPurgeStore } from '../src/db/retention/purge-store.ts';
import { scheduleQueueUpdate } from '../src/db/webhooks/endpoint-queues.ts';
import { addEndpoint, rotateEndpointSecret } from '../src/db/webhooks/webhook-endpoints.ts';
import { insertEvent } from '../src/db/webhooks/webhook-events.ts';
import { createWebhookStore } from '../src/db/webhooks/webhook-store.ts';
import type { WebhookEndpointsTable } from '../src/db/webhooks/webhook-tables.ts';
import { answerNamed } from '../src/executions/answer-once.ts';
import { purgeExecution } from '../src/retention/purge-execution.ts';
import { openPurgeJournal } from '../src/retention/purge-journal.ts';
import { createChores } from '../src/start/chores.ts';
import { openWebhooks } from '../src/start/open-webhooks.ts';
import { redeliver } from '../src/webhooks/delivery/account-deliveries.ts';
import { redeliverWebhook } from '../src/webhooks/delivery/redeliver-webhook.ts';
import { createQueueUpdateHandler } from '../src/webhooks/delivery/update-queue.ts';
import { changeEndpoint } from '../src/webhooks/endpoints/change-endpoint.ts';
import { disableEndpoint } from '../src/webhooks/endpoints/disable-endpoint.ts';
import { createEndpointSecret } from '../src/webhooks/endpoints/endpoint-secrets.ts';
import { removeEndpoint } from '../src/webhooks/endpoints/remove-endpoint.ts';
import { resumeEndpoint } from '../src/webhooks/endpoints/resume-endpoint.ts';
import { operator } from '../testing/actors.ts';
import { claimDeliveries, deliverDue, giveUpDue } from '../testing/deliver-due.ts';
import type { InProcessService } from '../testing/in-process-service.ts';
import { disabled, endpoint, type FailpointWorld, newEndpoint, sync } from './failpoint-world.ts';

const dayMs = 24 * 60 * 60 * 1000;

const webhooksOf = (service: InProcessService) => ({
  actor: operator,
  store: createWebhookStore(service.database.main, service.database.reader),
  clock: service.clock,
  jobs: { wake: () => {} },
});
const purgingOf = (service: InProcessService) => ({
  actor: operator,
  purges: createPurgeStore(service.database, service.seal),
  journal: openPurgeJournal(join(service.folder, 'journal', 'purges.log')),
  media: service.services.media,
  clock: service.clock,
});
export const choresOf = (service: InProcessService) =>
  createChores({
    ...service.services,
    orphans: { holds: createOrphanHolds(service.database) },
    purging: purgingOf(service),
    webhooks: webhooksOf(service).store,
  });
/** Redelivers with an idempotency key. */
const redeliverWithKey = (service: InProcessService, accountId: string, id: string) => {
  const { database, services, outgoing } = service;
  const account = { id: 'key', accountId, mode: 'live', purpose: 'webhooks' } as const;
  const key: KeyActor = { ...account, kind: 'key', workflowIds: null, address: null };
  const webhooks = openWebhooks({
    ...services,
    database,
    outgoing,
    endpointPolicy: { allowLoopback: false, networks: [] },
    logger: service.logger,
  });
  const call = { name: 'once', apiKeyId: key.id, request: { operation: 'redeliver-webhook', body: { id } } };
  return answerNamed({ ...services, callsInProgress: new Set() }, call, (keep) =>
    redeliver(webhooks, key, id, keep),
  );
};
/** Schedules an update of an endpoint's queue that needs more than one transaction. */
async function scheduleBatch(
  service: InProcessService,
  id: string,
  state: Updateable<WebhookEndpointsTable>,
) {
  const { main } = service.database;
  await main.updateTable('webhook_endpoints').set(state).where('id', '=', id).execute();
  await scheduleQueueUpdate(main, id, service.clock.time);
  // A fixed id, so that every copy is equal.
  await main.updateTable('jobs').set({ id }).where('kind', '=', 'arrange').execute();
}
/** Carries out the next batch of a queue update, with one delivery. */
async function updateBatch(service: InProcessService) {
  const claim = { kind: 'arrange', now: service.clock.time, leaseMs: 1000, limit: 1 } as const;
  const claimed = await createJobStore(service.database.main).claim({
    ...claim,
    laneLimit: () => 1,
    running: new Map(),
  });
  for (const job of claimed) await createQueueUpdateHandler(webhooksOf(service), 1).run(job, running);
}
/** Signal of a service that is not stopping. */
const running = new AbortController().signal;

export interface Operation {
  readonly name: string;
  /** Whether repeating the completed operation changes nothing. */
  readonly isRepeatable: boolean;
  /** Prepares data that only this operation needs. */
  prepare?(service: InProcessService, world: FailpointWorld): Promise<unknown>;
  run(service: InProcessService, world: FailpointWorld): Promise<unknown>;
}

/** Every operation that changes webhooks or purges, besides ends and decisions of executions. */
export const operations: readonly Operation[] = [
  {
    name: 'a successful delivery',
    isRepeatable: true,
    run: (service, world) => deliverDue(service, world.answering(204)),
  },
  {
    name: 'a failed attempt',
    isRepeatable: true,
    run: (service, world) => deliverDue(service, world.answering(503)),
  },
  {
    name: 'the disabling of an endpoint that answers 410',
    isRepeatable: true,
    run: (service, world) => deliverDue(service, world.answering(410)),
  },
  {
    name: 'the disabling of an endpoint by hand',
    isRepeatable: true,
    run: (service) => disableEndpoint(webhooksOf(service), endpoint),
  },
  {
    name: 'the resumption of an endpoint',
    isRepeatable: true,
    run: (service) => resumeEndpoint(webhooksOf(service), disabled),
  },
  {
    name: 'a change of the URL and events of an endpoint',
    isRepeatable: true,
    prepare: ({ database }) =>
      database.main.updateTable('webhook_endpoints').set({ failing_since: 1 }).execute(),
    run: (service) =>
      changeEndpoint(webhooksOf(service), endpoint, { url: 'https://shop.example/moved', events: [sync] }),
  },
  {
    name: 'a redelivery',
    isRepeatable: true,
    run: (service, { taken }) => redeliverWebhook(webhooksOf(service), taken),
  },
  {
    name: 'a redelivery with an idempotency key',
    isRepeatable: true,
    run: (service, { account, taken }) => redeliverWithKey(service, account, taken),
  },
  {
    name: 'a redelivery of a pending delivery with an idempotency key',
    isRepeatable: true,
    run: (service, { account, pending }) => redeliverWithKey(service, account, pending),
  },
  {
    name: 'the last attempt of a delivery',
    isRepeatable: true,
    run: (service, world) => giveUpDue(service, world.answering(204)),
  },
  {
    name: 'a due delivery of an endpoint that was disabled meanwhile',
    isRepeatable: true,
    async prepare(service, world) {
      await claimDeliveries(service, world.answering(204));
      await disableEndpoint(webhooksOf(service), endpoint);
      await createJobStore(service.database.main).endLeases(service.clock.time, () => 0);
    },
    run: (service, world) => deliverDue(service, world.answering(204)),
  },
  {
    name: 'an event on demand',
    // A repeated request counts as a second one.
    isRepeatable: false,
    run: ({ database, clock }, { executionId }) =>
      database.main
        .transaction()
        .execute((trx) => insertEvent(trx, { event: sync, executionId, emittedAt: clock.time })),
  },
  {
    name: 'the rotation of a secret',
    isRepeatable: false,
    run: ({ database, services, clock }) =>
      database.main.transaction().execute((trx) =>
        rotateEndpointSecret(trx, services.vault, {
          id: endpoint,
          fresh: createEndpointSecret(),
          now: clock.time,
        }),
      ),
  },
  {
    name: 'the addition of an endpoint',
    isRepeatable: false,
    run: ({ database, services }, { account }) =>
      database.main
        .transaction()
        .execute((trx) =>
          addEndpoint(trx, services.vault, newEndpoint(account, 'aaaaaaaa-0000-4000-8000-000000000003')),
        ),
  },
  {
    name: 'the removal of an endpoint',
    isRepeatable: true,
    run: (service) => removeEndpoint(webhooksOf(service), endpoint),
  },
  {
    name: 'a batch of pending deliveries to hold',
    isRepeatable: false,
    prepare: (service) =>
      scheduleBatch(service, endpoint, { disabled_at: 1, disabled_reason: 'BY_HAND', gathering_until: 1 }),
    run: updateBatch,
  },
  {
    name: 'a batch of held deliveries to release',
    isRepeatable: false,
    prepare: (service) => scheduleBatch(service, disabled, { disabled_at: null, disabled_reason: null }),
    run: updateBatch,
  },
  {
    name: 'a batch of deliveries of a removed endpoint',
    isRepeatable: false,
    prepare: (service) => scheduleBatch(service, disabled, { removed_at: 1 }),
    run: updateBatch,
  },
  {
    name: 'a purge',
    isRepeatable: true,
    run: (service, { executionId }) => purgeExecution(purgingOf(service), executionId, service.clock.time),
  },
  {
    name: 'the removal of events given up long ago',
    isRepeatable: true,
    run: (service) => choresOf(service)['undelivered-events'](running),
  },
  {
    name: 'the removal of events delivered long ago',
    isRepeatable: true,
    async prepare({ database }) {
      await database.main
        .updateTable('webhook_deliveries')
        .set({ delivered_at: 1, first_delivered_at: 1, created_at: 1 })
        .where('state', '=', 'delivered')
        .execute();
    },
    run: (service) => choresOf(service)['delivered-events'](running),
  },
  {
    name: 'the removal of old attempts from the log',
    isRepeatable: true,
    run: (service) => choresOf(service)['delivery-log'](running),
  },
  {
    name: 'the correction of retries scheduled by a wrong clock',
    isRepeatable: true,
    run: async (service) => {
      service.clock.time -= 30 * dayMs;
      await choresOf(service)['waits-of-a-wrong-clock'](running);
    },
  },
];
