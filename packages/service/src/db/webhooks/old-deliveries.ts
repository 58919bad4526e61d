import { sql } from 'kysely';
import { isOneOf } from '../dialect.ts';
import type { Database } from '../schema.ts';

/** Removes what has been undelivered since before a time; to be called in a transaction. @returns how many, at most `limit`. */
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
 * Removes what arrived before a time, the first time and the last; to be called in a transaction. Where a clock was set back, an
 * arrival can stand before its event: both have to be as old.
 *
 * @returns how many, at most `limit`.
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

/** Removes them with their jobs, their log, and events that are no longer needed. */
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
 * Removes the old events of the executions that some are of, as far as no delivery is left of them. The last of an execution
 * stays: the numbers of later ones go on from it.
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
