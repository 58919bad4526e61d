import { type Kysely, sql } from 'kysely';
import { noLock } from '../../transaction-locks.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Database, Schema } from '../schema.ts';

/**
 * Drops the indexes of the target and the references between its tables, except primary keys, and records how to recreate them:
 * building an index once is much faster than updating it with every row. May be called again after a crash.
 */
export async function setAsideIndexes(db: Kysely<Schema>): Promise<void> {
  await inTransaction(db, noLock, async (trx) => {
    await sql`create table if not exists move_indexes (
      id bigint generated always as identity primary key, rank bigint not null, definition text not null)`.execute(
      trx,
    );
    for (const { rank, dropping, definition } of await findIndexes(trx)) {
      await sql`insert into move_indexes (rank, definition) values (${rank}, ${definition})`.execute(trx);
      await sql.raw(dropping).execute(trx);
    }
  });
}

/**
 * Finds the indexes and references of the service's tables. References are dropped first and recreated last (by `rank`),
 * because they need the unique columns to which they refer.
 */
async function findIndexes(
  db: Database,
): Promise<readonly { rank: number; dropping: string; definition: string }[]> {
  const { rows } = await sql<{ rank: number; dropping: string; definition: string }>`
    select case contype when 'f' then 3 else 1 end as rank,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as dropping,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('f', 'u')
    union all
    select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by rank desc`.execute(db);
  return rows;
}

/** Counts the indexes and references that are not recreated yet. */
export async function countSetAside(db: Database): Promise<number> {
  const { rows } = await sql`select 1 where to_regclass('move_indexes') is not null`.execute(db);
  if (rows.length === 0) return 0;
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from move_indexes`.execute(
    db,
  );
  return counted[0]?.count ?? 0;
}

/**
 * Recreates the indexes and references that were dropped.
 *
 * @param onIndex - called after each; if it throws, the rest is not recreated.
 */
export async function rebuildIndexes(db: Kysely<Schema>, onIndex: () => void): Promise<void> {
  if ((await countSetAside(db)) === 0) return;
  const { rows } = await sql<{ id: number; definition: string }>`
    select id, definition from move_indexes order by rank, id`.execute(db);
  for (const { id, definition } of rows) {
    await inTransaction(db, noLock, async (trx) => {
      await sql.raw(definition).execute(trx);
      await sql`delete from move_indexes where id = ${id}`.execute(trx);
    });
    onIndex();
  }
}
