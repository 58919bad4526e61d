import { sql } from 'kysely';
import { isOneOf } from '../dialect.ts';
import type { Database } from '../schema.ts';

/**
 * Removes deliveries that failed for good before a given time. Call it in a transaction.
 *
 * @returns how many were removed, at most `limit`.
 */
export async function removeUndelivered(db: Database, before: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id'])
    .where('undelivered_at', '<', before)
    .limit(limit)
    .execute();
  return remove(db, rows, before);
}

/**
 * Removes deliveries whose first and last arrival were before a given time. Their events must be as old, too: after a clock was
 * set back, an arrival can be earlier than its event. Call it in a transaction.
 *
 * @returns how many were removed, at most `limit`.
 */
export async function removeDelivered(db: Database, before: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id'])
    .where('delivered_at', '<', before)
    .where('first_delivered_at', '<', before)
    .where('created_at', '<', before)
    .limit(limit)
    .execute();
  return remove(db, rows, before);
}

/** Removes deliveries with their jobs, their log, and events that are no longer needed. */
async function remove(
  db: Database,
  rows: readonly { readonly id: string; readonly event_id: string }[],
  before: number,
): Promise<number> {
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom('jobs').where('kind', '=', 'deliver').where(isOneOf('subject_id', ids)).execute();
  await db.deleteFrom('webhook_deliveries').where(isOneOf('id', ids)).execute();
  await removeEvents(
    db,
    rows.map(({ event_id }) => event_id),
    before,
  );
  return rows.length;
}

/**
 * Removes old events, without deliveries, of the executions of the given events. Keeps the last event of each execution,
 * because the sequence of later events continues from it.
 */
async function removeEvents(db: Database, eventIds: readonly string[], before: number): Promise<void> {
  await db
    .deleteFrom('webhook_events')
    .where(
      sql<boolean>`execution_id in (select execution_id from webhook_events as known where ${isOneOf('known.id', eventIds)})`,
    )
    .where('emitted_at', '<', before)
    .where(sql<boolean>`not exists (select 1 from webhook_deliveries where event_id = webhook_events.id)`)
    .where(
      sql<boolean>`sequence < (select max(sequence) from webhook_events as last where last.execution_id = webhook_events.execution_id)`,
    )
    .execute();
}
