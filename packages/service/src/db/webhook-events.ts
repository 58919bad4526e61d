import { randomUUID } from 'node:crypto';
import type { ExecutionStatus, WebhookEvent } from '@vendor/contract';
import { deliveryMaxTries } from '../webhooks/delivery-handler.ts';
import { freezeEvent } from '../webhooks/freeze-event.ts';
import { checkFromRow } from './execution-rows.ts';
import { insertJob } from './jobs.ts';
import type { Database } from './schema.ts';

/** An event about an execution as it stands in this transaction. */
export interface NewEvent {
  event: WebhookEvent;
  executionId: string;
  emittedAt: number;
}

/**
 * Stores an event, with a delivery for each endpoint of the account that subscribed to it. Call it in the transaction of
 * the change that the event tells of, after the change: either both are kept or neither.
 */
export async function insertEvent(db: Database, { event, executionId, emittedAt }: NewEvent): Promise<void> {
  const execution = await db
    .selectFrom('executions')
    .select(['account_id', 'status'])
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await db
    .insertInto('webhook_events')
    .values({
      id,
      account_id: execution.account_id,
      execution_id: executionId,
      event,
      sequence: await nextSequence(db, executionId),
      emitted_at: emittedAt,
      frozen: JSON.stringify(await freeze(db, executionId, execution.status as ExecutionStatus)),
    })
    .execute();
  const endpoints = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'events', 'disabled_at'])
    .where('account_id', '=', execution.account_id)
    .execute();
  for (const endpoint of endpoints) {
    if ((JSON.parse(endpoint.events) as WebhookEvent[]).includes(event)) {
      await insertDelivery(db, id, endpoint.id, endpoint.disabled_at !== null, emittedAt);
    }
  }
}

async function freeze(db: Database, executionId: string, status: ExecutionStatus) {
  const checks = await db
    .selectFrom('checks')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('position')
    .execute();
  return freezeEvent({ status, checks: checks.map(checkFromRow) });
}

async function nextSequence(db: Database, executionId: string): Promise<number> {
  const { last } = await db
    .selectFrom('webhook_events')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('execution_id', '=', executionId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

async function insertDelivery(
  db: Database,
  eventId: string,
  endpointId: string,
  isHeld: boolean,
  now: number,
): Promise<void> {
  const id = randomUUID();
  await db
    .insertInto('webhook_deliveries')
    .values({
      id,
      event_id: eventId,
      endpoint_id: endpointId,
      state: isHeld ? 'held' : 'pending',
      attempts: 0,
      next_at: isHeld ? null : now,
      last_status: null,
      last_error: null,
      delivered_at: null,
      undelivered_at: null,
      created_at: now,
    })
    .execute();
  if (!isHeld) await insertDeliveryJob(db, id, endpointId, now);
}

/** The job of a delivery; its lane is the endpoint. */
export function insertDeliveryJob(
  db: Database,
  deliveryId: string,
  endpointId: string,
  now: number,
): Promise<void> {
  return insertJob(
    db,
    { kind: 'deliver', subjectId: deliveryId, lane: endpointId, dueAt: now, maxTries: deliveryMaxTries },
    now,
  );
}
