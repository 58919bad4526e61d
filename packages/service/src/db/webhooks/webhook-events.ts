import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@vendor/contract';
import type { Kysely } from 'kysely';
import type { StoredExecution } from '../../executions/stored-execution.ts';
import type { NewJob } from '../../jobs/job.ts';
import { deliveryMaxTries } from '../../webhooks/delivery/delivery-handler.ts';
import { freezeEvent } from '../../webhooks/freeze-event.ts';
import { lockAgainstRemoval } from '../dialect.ts';
import { checkFromRow, executionFromRow } from '../executions/execution-rows.ts';
import type { ChecksTable, ExecutionsTable } from '../executions/execution-tables.ts';
import { endpointName, holdName } from '../in-transaction.ts';
import { insertJob, jobRow } from '../jobs/jobs.ts';
import { prepareInsert, prepareQuery } from '../prepared-query.ts';
import type { Database, Schema } from '../schema.ts';
import type { WebhookEndpointsTable } from './webhook-tables.ts';

/** An event about an execution, with the state that it has within this transaction. */
export interface NewEvent {
  event: WebhookEvent;
  executionId: string;
  emittedAt: number;
}

/** The prepared queries of every event. */
export type EventQueries = ReturnType<typeof prepareEventQueries>;

/** Prepares the queries of events, for callers that store many. */
export function prepareEventQueries(db: Kysely<Schema>) {
  return {
    execution: prepareQuery<{ id: string }, ExecutionsTable>(db, (builder, value) =>
      builder.selectFrom('executions').selectAll().where('id', '=', value('id')),
    ),
    checks: prepareQuery<{ id: string }, ChecksTable>(db, (builder, value) =>
      builder.selectFrom('checks').selectAll().where('execution_id', '=', value('id')).orderBy('position'),
    ),
    last: prepareQuery<{ id: string }, { last: number | null }>(db, (builder, value) =>
      builder
        .selectFrom('webhook_events')
        .select(({ fn }) => fn.max<number | null>('sequence').as('last'))
        .where('execution_id', '=', value('id')),
    ),
    endpoints: prepareQuery<{ accountId: string }, SubscribedEndpoint>(db, (builder, value) =>
      builder
        .selectFrom('webhook_endpoints')
        .select(['id', 'events', 'disabled_at'])
        .where('account_id', '=', value('accountId'))
        .where('removed_at', 'is', null)
        // Otherwise, an endpoint that is removed meanwhile would be missing when its delivery is inserted.
        .modifyEnd(lockAgainstRemoval),
    ),
    event: prepareInsert(db, 'webhook_events'),
    delivery: prepareInsert(db, 'webhook_deliveries'),
    job: prepareInsert(db, 'jobs'),
  };
}

type SubscribedEndpoint = Pick<WebhookEndpointsTable, 'id' | 'events' | 'disabled_at'>;

/**
 * Stores an event, with a delivery for each endpoint of the account that subscribes to it. Call it in the transaction of the
 * change, after the change, so that either both are stored or neither is.
 */
export async function insertEvent(
  db: Database,
  { event, executionId, emittedAt }: NewEvent,
  queries: EventQueries = prepareEventQueries(db),
): Promise<void> {
  const {
    rows: [execution],
  } = await db.executeQuery(queries.execution({ id: executionId }));
  if (!execution) throw new Error('The execution of an event is missing.');
  const id = randomUUID();
  const { rows: checks } = await db.executeQuery(queries.checks({ id: executionId }));
  const { rows: numbered } = await db.executeQuery(queries.last({ id: executionId }));
  await db.executeQuery(
    queries.event({
      id,
      account_id: execution.account_id,
      execution_id: executionId,
      event,
      sequence: (numbered[0]?.last ?? 0) + 1,
      emitted_at: emittedAt,
      frozen: JSON.stringify(freeze(executionFromRow(execution), checks)),
    }),
  );
  const endpoints = await subscribedEndpoints(db, queries, execution.account_id);
  for (const endpoint of endpoints)
    if ((JSON.parse(endpoint.events) as WebhookEvent[]).includes(event))
      await insertDelivery(db, queries, { eventId: id, endpoint, mode: execution.mode, now: emittedAt });
}

/**
 * Reads the endpoints of an account and locks them until the transaction ends. Otherwise, an event that is held for an endpoint
 * just being resumed would wait forever.
 */
async function subscribedEndpoints(
  db: Database,
  queries: EventQueries,
  accountId: string,
): Promise<SubscribedEndpoint[]> {
  const { rows } = await db.executeQuery(queries.endpoints({ accountId }));
  const disabled = rows.filter((endpoint) => endpoint.disabled_at !== null);
  if (disabled.length === 0) return rows;
  for (const { id } of disabled) await holdName(db, endpointName(id), true);
  return (await db.executeQuery(queries.endpoints({ accountId }))).rows;
}

function freeze({ status, finishedAt, walk }: StoredExecution, checks: readonly ChecksTable[]) {
  return freezeEvent({ status, finishedAt, loip: walk.loip, checks: checks.map(checkFromRow) });
}

async function insertDelivery(
  db: Database,
  queries: EventQueries,
  {
    eventId,
    endpoint,
    mode,
    now,
  }: { eventId: string; endpoint: SubscribedEndpoint; mode: string; now: number },
): Promise<void> {
  const id = randomUUID();
  const isHeld = endpoint.disabled_at !== null;
  await db.executeQuery(
    queries.delivery({
      id,
      event_id: eventId,
      endpoint_id: endpoint.id,
      state: isHeld ? 'held' : 'pending',
      attempts: 0,
      next_at: isHeld ? null : now,
      last_status: null,
      last_error: null,
      delivered_at: null,
      first_delivered_at: null,
      undelivered_at: null,
      created_at: now,
      mode,
    }),
  );
  if (!isHeld) await db.executeQuery(queries.job(jobRow(deliveryJob(id, endpoint.id, now), now)));
}

/** Stores the job of a delivery. Its lane is the endpoint. */
export function insertDeliveryJob(
  db: Database,
  deliveryId: string,
  endpointId: string,
  now: number,
): Promise<void> {
  return insertJob(db, deliveryJob(deliveryId, endpointId, now), now);
}

function deliveryJob(subjectId: string, lane: string, dueAt: number): NewJob {
  return { kind: 'deliver', subjectId, lane, dueAt, maxTries: deliveryMaxTries };
}
