import type { WebhookDeliveryState, WebhookEvent } from '@vendor/contract';
import type { Kysely } from 'kysely';
import type { DisabledReason } from '../../webhooks/endpoints/endpoint-health.ts';
import type { FrozenExecution } from '../../webhooks/freeze-event.ts';
import type { StoredDelivery } from '../../webhooks/webhook-store.ts';
import { holdRow } from '../dialect.ts';
import { prepareInsert, prepareQuery, prepareUpdate } from '../prepared-query.ts';
import type { Database, Schema } from '../schema.ts';

/** Prepared queries that each attempt at a delivery uses. */
export type DeliveryQueries = ReturnType<typeof prepareDeliveryQueries>;

export function prepareDeliveryQueries(db: Kysely<Schema>) {
  return {
    find: prepareQuery<{ id: string }, DeliveryRow>(db, (builder, value) =>
      selectDelivery(builder, value('id')),
    ),
    lease: prepareQuery<{ id: string }, { lease_token: string | null }>(db, (builder, value) =>
      builder.selectFrom('jobs').select('lease_token').where('id', '=', value('id')).modifyEnd(holdRow),
    ),
    change: prepareUpdate(db, 'webhook_deliveries'),
    log: prepareInsert(db, 'webhook_attempts'),
    forgetJob: prepareQuery<{ id: string; leaseToken: string }, object>(db, (builder, value) =>
      builder.deleteFrom('jobs').where('id', '=', value('id')).where('lease_token', '=', value('leaseToken')),
    ),
  };
}

/** Returns a delivery with its event and its endpoint. */
export async function findDelivery(
  db: Database,
  { find }: DeliveryQueries,
  id: string,
): Promise<StoredDelivery | null> {
  const {
    rows: [row],
  } = await db.executeQuery(find({ id }));
  if (!row) return null;
  return {
    id,
    state: row.state as WebhookDeliveryState,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAt: row.next_at,
    firstDeliveredAt: row.first_delivered_at,
    event: {
      id: row.event_id,
      executionId: row.execution_id,
      event: row.event as WebhookEvent,
      sequence: row.sequence,
      emittedAt: row.emitted_at,
      frozen: JSON.parse(row.frozen) as FrozenExecution,
    },
    endpoint: {
      id: row.endpoint_id,
      url: row.url,
      wrappedKey: row.wrapped_key,
      sealedSecrets: row.sealed_secret,
      failingSince: row.failing_since,
      relapsedAt: row.relapsed_at,
      failedAt: row.failed_at,
      disabledAt: row.disabled_at,
      disabledReason: row.disabled_reason as DisabledReason | null,
      gatheringUntil: row.gathering_until,
    },
  };
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDelivery>['executeTakeFirstOrThrow']>>;

function selectDelivery(db: Kysely<Schema>, id: string) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select([
      'delivery.state',
      'delivery.attempts',
      'delivery.created_at',
      'delivery.next_at',
      'delivery.first_delivered_at',
      'delivery.event_id',
      'event.execution_id',
      'event.event',
      'event.sequence',
      'event.emitted_at',
      'event.frozen',
      'delivery.endpoint_id',
      'endpoint.url',
      'endpoint.wrapped_key',
      'endpoint.sealed_secret',
      'endpoint.failing_since',
      'endpoint.relapsed_at',
      'endpoint.failed_at',
      'endpoint.disabled_at',
      'endpoint.disabled_reason',
      'endpoint.gathering_until',
    ])
    .where('delivery.id', '=', id)
    .where('endpoint.removed_at', 'is', null);
}
