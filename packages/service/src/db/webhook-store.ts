import type { WebhookEvent } from '@vendor/contract';
import type { Kysely } from 'kysely';
import type { DisabledReason, EndpointHealth } from '../webhooks/endpoint-health.ts';
import type { FrozenExecution } from '../webhooks/freeze-event.ts';
import type {
  DeliveryChanges,
  DeliveryState,
  StoredDelivery,
  WebhookStore,
  WebhookTransaction,
} from '../webhooks/webhook-store.ts';
import type { Database, Schema, WebhookDeliveriesTable } from './schema.ts';
import { insertDeliveryJob } from './webhook-events.ts';

/** Events, endpoints and deliveries in the database. */
export function createWebhookStore(db: Kysely<Schema>): WebhookStore {
  return {
    findDelivery: (id) => findDelivery(db, id),
    transact: (work) => db.transaction().execute((trx) => work(transaction(trx))),
    removeUndelivered: (before, limit) =>
      db.transaction().execute((trx) => removeUndelivered(trx, before, limit)),
  };
}

function transaction(db: Database): WebhookTransaction {
  return {
    findDelivery: (id) => findDelivery(db, id),
    updateDelivery: (id, changes) => updateDelivery(db, id, changes),
    updateEndpoint: (id, health) => updateEndpoint(db, id, health),
    async holdDeliveries(endpointId) {
      await db
        .updateTable('webhook_deliveries')
        .set({ state: 'held', next_at: null })
        .where('endpoint_id', '=', endpointId)
        .where('state', '=', 'pending')
        .execute();
      await db.deleteFrom('jobs').where('kind', '=', 'deliver').where('lane', '=', endpointId).execute();
    },
    async heldDeliveries(endpointId) {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('state', '=', 'held')
        .orderBy('created_at')
        .execute();
      return rows.map(({ id }) => id);
    },
    async requeueDelivery(id, dueAt) {
      await updateDelivery(db, id, { state: 'pending', attempts: 0, nextAt: dueAt, undeliveredAt: null });
      const { endpoint_id } = await db
        .selectFrom('webhook_deliveries')
        .select('endpoint_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await insertDeliveryJob(db, id, endpoint_id, dueAt);
    },
  };
}

async function updateDelivery(db: Database, id: string, changes: DeliveryChanges): Promise<void> {
  const row: Partial<WebhookDeliveriesTable> = {
    ...(changes.state !== undefined && { state: changes.state }),
    ...(changes.attempts !== undefined && { attempts: changes.attempts }),
    ...(changes.nextAt !== undefined && { next_at: changes.nextAt }),
    ...(changes.lastStatus !== undefined && { last_status: changes.lastStatus }),
    ...(changes.lastError !== undefined && { last_error: changes.lastError }),
    ...(changes.deliveredAt !== undefined && { delivered_at: changes.deliveredAt }),
    ...(changes.undeliveredAt !== undefined && { undelivered_at: changes.undeliveredAt }),
  };
  await db.updateTable('webhook_deliveries').set(row).where('id', '=', id).execute();
}

async function removeUndelivered(db: Database, before: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('undelivered_at', '<', before)
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom('jobs').where('kind', '=', 'deliver').where('subject_id', 'in', ids).execute();
  await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute();
  return ids.length;
}

async function updateEndpoint(db: Database, id: string, health: EndpointHealth): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({
      failing_since: health.failingSince,
      disabled_at: health.disabledAt,
      disabled_reason: health.disabledReason,
    })
    .where('id', '=', id)
    .execute();
}

async function findDelivery(db: Database, id: string): Promise<StoredDelivery | null> {
  const delivery = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!delivery) return null;
  const event = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('id', '=', delivery.event_id)
    .executeTakeFirstOrThrow();
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', delivery.endpoint_id)
    .executeTakeFirstOrThrow();
  return {
    id: delivery.id,
    state: delivery.state as DeliveryState,
    attempts: delivery.attempts,
    nextAt: delivery.next_at,
    event: {
      id: event.id,
      executionId: event.execution_id,
      event: event.event as WebhookEvent,
      sequence: event.sequence,
      emittedAt: event.emitted_at,
      frozen: JSON.parse(event.frozen) as FrozenExecution,
    },
    endpoint: {
      id: endpoint.id,
      url: endpoint.url,
      wrappedKey: endpoint.wrapped_key,
      sealedSecrets: endpoint.sealed_secret,
      failingSince: endpoint.failing_since,
      disabledAt: endpoint.disabled_at,
      disabledReason: endpoint.disabled_reason as DisabledReason | null,
    },
  };
}
