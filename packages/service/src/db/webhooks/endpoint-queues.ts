import { sql } from 'kysely';
import { keyModes } from '../../accounts/api-key.ts';
import { endlessTries } from '../../jobs/job.ts';
import { deliveryMaxTries } from '../../webhooks/delivery/delivery-handler.ts';
import type { WebhookTransaction } from '../../webhooks/webhook-store.ts';
import { insertionOrder, isOneOf, randomId, rowsOf, skipLocked } from '../dialect.ts';
import { insertJob } from '../jobs/jobs.ts';
import type { Database } from '../schema.ts';

type QueueUpdates = Pick<
  WebhookTransaction,
  | 'findQueue'
  | 'changeQueue'
  | 'holdPending'
  | 'requeueHeld'
  | 'closeQueue'
  | 'removeDeliveries'
  | 'forgetEndpoint'
  | 'scheduleQueueUpdate'
>;

/** Builds the calls that change all deliveries of an endpoint. No statement reads or writes more deliveries than its limit. */
export function queueUpdates(db: Database): QueueUpdates {
  return {
    findQueue: async (id) =>
      (await db
        .selectFrom('webhook_endpoints')
        .select(['disabled_at as disabledAt', 'gathering_until as gatheringUntil', 'removed_at as removedAt'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null,
    async changeQueue(id, { gatheringUntil, removedAt }) {
      await db
        .updateTable('webhook_endpoints')
        .set({
          ...(gatheringUntil !== undefined && { gathering_until: gatheringUntil }),
          ...(removedAt !== undefined && { removed_at: removedAt }),
        })
        .where('id', '=', id)
        .execute();
    },
    holdPending: (endpointId, until, limit) => holdPending(db, endpointId, until, limit),
    requeueHeld: (endpointId, dueAt, spacingMs, limit) =>
      requeueHeld(db, { endpointId, dueAt, spacingMs, limit }),
    async closeQueue(id) {
      const endpoint = db.selectFrom('webhook_endpoints').select('id').where('id', '=', id);
      return (await endpoint.modifyEnd(skipLocked).executeTakeFirst()) !== undefined;
    },
    removeDeliveries: (endpointId, limit) => removeDeliveries(db, endpointId, limit),
    async forgetEndpoint(id) {
      await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
    },
    scheduleQueueUpdate: (endpointId, dueAt) => scheduleQueueUpdate(db, endpointId, dueAt),
  };
}

/** Schedules the job that updates the deliveries of an endpoint. Reschedules it if it exists already. */
export async function scheduleQueueUpdate(db: Database, endpointId: string, dueAt: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ due_at: dueAt })
    .where('kind', '=', 'arrange')
    .where('subject_id', '=', endpointId)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const job = { kind: 'arrange', subjectId: endpointId, dueAt, maxTries: endlessTries } as const;
  await insertJob(db, job, dueAt);
}

async function holdPending(
  db: Database,
  endpointId: string,
  until: number | null,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    // Names both modes, so that the index is used and later deliveries are not read.
    .where('mode', 'in', keyModes)
    .where('created_at', '<=', until ?? Number.MAX_SAFE_INTEGER)
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'held', next_at: null })
    .where(isOneOf('id', ids))
    .execute();
  await db
    .deleteFrom('jobs')
    .where('kind', '=', 'deliver')
    .where(isOneOf('subject_id', ids))
    .where('failed_at', 'is', null)
    .where('lease_token', 'is', null)
    .execute();
  return rows.length;
}

interface Requeueing {
  readonly endpointId: string;
  readonly dueAt: number;
  readonly spacingMs: number;
  readonly limit: number;
}

async function requeueHeld(
  db: Database,
  { endpointId, dueAt, spacingMs, limit }: Requeueing,
): Promise<number> {
  // The state is a literal, so that the database uses the index of held deliveries, which is already in order.
  const { rows } = await sql<{ id: string }>`
    select id from webhook_deliveries where endpoint_id = ${endpointId} and state = 'held'
    order by created_at, ${insertionOrder('webhook_deliveries')} limit ${limit}`.execute(db);
  const held = rowsOf(
    rows.map(({ id }) => id),
    'held',
  );
  await sql`
    update webhook_deliveries
    set state = 'pending', attempts = 0, next_at = ${dueAt} + held.key * ${spacingMs},
      delivered_at = null, undelivered_at = null
    from ${held}
    where webhook_deliveries.id = held.value`.execute(db);
  await sql`
    insert into jobs (id, kind, subject_id, lane, due_at, tries, max_tries, cut_offs, created_at)
    select ${randomId}, 'deliver', held.value, ${endpointId}, ${dueAt} + held.key * ${spacingMs},
      0, ${deliveryMaxTries}, 0, ${dueAt}
    from ${held}
    where not exists (
      select 1 from jobs where kind = 'deliver' and subject_id = held.value and failed_at is null
    )
    order by held.key`.execute(db);
  return rows.length;
}

async function removeDeliveries(db: Database, endpointId: string, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom('jobs').where('kind', '=', 'deliver').where(isOneOf('subject_id', ids)).execute();
  await db.deleteFrom('webhook_deliveries').where(isOneOf('id', ids)).execute();
  return rows.length;
}
