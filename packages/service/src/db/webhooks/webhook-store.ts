import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { KeyMode } from '../../accounts/api-key.ts';
import { noLock } from '../../transaction-locks.ts';
import type { DisabledReason, EndpointHealth } from '../../webhooks/endpoints/endpoint-health.ts';
import type {
  ChangedEndpoint,
  DeliveryChanges,
  EndpointChange,
  WebhookAct,
  WebhookStore,
  WebhookTransaction,
} from '../../webhooks/webhook-store.ts';
import { recordAct } from '../audit/audit-trail.ts';
import { holdRow } from '../dialect.ts';
import { insertKeptReply } from '../executions/kept-replies.ts';
import { inTransaction } from '../in-transaction.ts';
import { abandonJob, postponeJob, removeFailedJobs } from '../jobs/jobs.ts';
import type { Database, Schema } from '../schema.ts';
import { bringForward } from './bring-forward.ts';
import { type DeliveryQueries, findDelivery, prepareDeliveryQueries } from './delivery-queries.ts';
import { queueUpdates } from './endpoint-queues.ts';
import { removeDelivered, removeUndelivered } from './old-deliveries.ts';
import { insertDeliveryJob } from './webhook-events.ts';
import type { WebhookDeliveriesTable } from './webhook-tables.ts';

/**
 * Stores events, endpoints and deliveries in the database.
 *
 * @param reader - reads deliveries outside of transactions, so that an attempt need not wait for writes.
 */
export function createWebhookStore(db: Kysely<Schema>, reader: Kysely<Schema> = db): WebhookStore {
  const queries = prepareDeliveryQueries(db);
  return {
    findDelivery: (id) => findDelivery(reader, queries, id),
    transact: (locks, work) => inTransaction(db, locks, (trx) => work(transaction(trx, queries))),
    removeUndelivered: (before, limit) =>
      inTransaction(db, noLock, (trx) => removeUndelivered(trx, before, limit)),
    removeDelivered: (before, limit) =>
      inTransaction(db, noLock, (trx) => removeDelivered(trx, before, limit)),
    removeLogged: (before, limit) => removeLogged(db, before, limit),
    bringForward: (after, now, limit) =>
      inTransaction(db, noLock, (trx) => bringForward(trx, after, now, limit)),
  };
}

function transaction(db: Database, queries: DeliveryQueries): WebhookTransaction {
  const updateDelivery = async (id: string, changes: DeliveryChanges) => {
    await db.executeQuery(queries.change(id, columnsOf(changes)));
  };
  return {
    async holds({ id, leaseToken }) {
      const { rows } = await db.executeQuery(queries.lease({ id }));
      return rows[0]?.lease_token === leaseToken;
    },
    async findDue({ id, leaseToken }) {
      const job = db.selectFrom('jobs').select('due_at').where('id', '=', id).modifyEnd(holdRow);
      return (await job.where('lease_token', '=', leaseToken).executeTakeFirst())?.due_at ?? null;
    },
    async completeJob({ id, leaseToken }) {
      await db.executeQuery(queries.forgetJob({ id, leaseToken }));
    },
    async postponeJob(claim, dueAt) {
      await postponeJob(db, claim, dueAt);
    },
    async abandonJob(claim, now, error) {
      await abandonJob(db, claim, now, error);
    },
    async logAttempt({ request, response, sealedAnswer, ...attempt }) {
      const { deliveryId, number, startedAt, durationMs, status, error } = attempt;
      const row = {
        id: randomUUID(),
        delivery_id: deliveryId,
        number,
        started_at: startedAt,
        duration_ms: durationMs,
        status,
        error,
        request_head: JSON.stringify(request),
        response_head: response && JSON.stringify(response),
        sealed_answer: sealedAnswer,
      };
      await db.executeQuery(queries.log(row));
    },
    findDelivery: (id) => findDelivery(db, queries, id),
    updateDelivery,
    findHealth: (endpointId) => findHealth(db, endpointId),
    updateEndpoint: (id, health) => updateEndpoint(db, id, health),
    findRevision: (id) => findRevision(db, id),
    changeEndpoint: (id, change) => changeEndpoint(db, id, change),
    ...queueUpdates(db),
    record: (act) => recordWebhookAct(db, act),
    keepReply: (reply, now) => insertKeptReply(db, reply, now),
    async requeueDelivery(id, dueAt) {
      await updateDelivery(id, {
        state: 'pending',
        attempts: 0,
        nextAt: dueAt,
        deliveredAt: null,
        undeliveredAt: null,
      });
      const { endpoint_id } = await db
        .selectFrom('webhook_deliveries')
        .select('endpoint_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await removeFailedJobs(db, 'deliver', [id]);
      await insertDeliveryJob(db, id, endpoint_id, dueAt);
    },
  };
}

async function recordWebhookAct(db: Database, { id, act, ...event }: WebhookAct): Promise<void> {
  const delivery =
    act === 'delivery.redeliver'
      ? await db
          .selectFrom('webhook_deliveries')
          .select(['endpoint_id', 'mode'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      : null;
  const { account_id } = await db
    .selectFrom('webhook_endpoints')
    .select('account_id')
    .where('id', '=', delivery?.endpoint_id ?? id)
    .executeTakeFirstOrThrow();
  await recordAct(db, {
    ...event,
    act,
    accountId: account_id,
    subject: { kind: delivery ? 'delivery' : 'endpoint', id },
    mode: (delivery?.mode ?? null) as KeyMode | null,
  });
}

function columnsOf(changes: DeliveryChanges): Partial<WebhookDeliveriesTable> {
  return {
    ...(changes.state !== undefined && { state: changes.state }),
    ...(changes.attempts !== undefined && { attempts: changes.attempts }),
    ...(changes.nextAt !== undefined && { next_at: changes.nextAt }),
    ...(changes.lastStatus !== undefined && { last_status: changes.lastStatus }),
    ...(changes.lastError !== undefined && { last_error: changes.lastError }),
    ...(changes.deliveredAt !== undefined && { delivered_at: changes.deliveredAt }),
    ...(changes.firstDeliveredAt !== undefined && { first_delivered_at: changes.firstDeliveredAt }),
    ...(changes.undeliveredAt !== undefined && { undelivered_at: changes.undeliveredAt }),
  };
}

async function removeLogged(db: Database, before: number, limit: number): Promise<number> {
  const old = db.selectFrom('webhook_attempts').select('id').where('started_at', '<', before).limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('webhook_attempts')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function findHealth(db: Database, id: string): Promise<EndpointHealth | null> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select([
      'failing_since as failingSince',
      'relapsed_at as relapsedAt',
      'failed_at as failedAt',
      'disabled_at as disabledAt',
      'disabled_reason as disabledReason',
    ])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row ? { ...row, disabledReason: row.disabledReason as DisabledReason | null } : null;
}

async function findRevision(db: Database, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('revision')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.revision ?? null;
}

async function updateEndpoint(db: Database, id: string, health: EndpointHealth): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({
      failing_since: health.failingSince,
      relapsed_at: health.relapsedAt,
      failed_at: health.failedAt,
      disabled_at: health.disabledAt,
      disabled_reason: health.disabledReason,
    })
    .where('id', '=', id)
    .execute();
}

async function changeEndpoint(
  db: Database,
  id: string,
  { url, events }: EndpointChange,
): Promise<ChangedEndpoint> {
  const before = await db
    .selectFrom('webhook_endpoints')
    .select(['url', 'events', 'revision'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const after = { url: url ?? before.url, events: events ? JSON.stringify(events) : before.events };
  const isSame = after.url === before.url && after.events === before.events;
  // A change repeated because its reply was lost must not count twice.
  const revision = before.revision + (isSame ? 0 : 1);
  await db
    .updateTable('webhook_endpoints')
    .set({ ...after, revision })
    .where('id', '=', id)
    .execute();
  return {
    isMoved: after.url !== before.url,
    before: { url: before.url, events: JSON.parse(before.events) },
  };
}
