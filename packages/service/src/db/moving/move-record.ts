import { type Kysely, sql } from 'kysely';
import { noLock } from '../../transaction-locks.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Database, Schema } from '../schema.ts';
import type { MovedKey } from './moved-rows.ts';

/** The data that is being moved into a database. */
export interface MoveSource {
  /** Id of the installation, as in the note in the data folder. */
  readonly installation: string;
  /** Stamp of the data when its last copy began; empty before the first. */
  readonly stamp: string;
  /** Whether all rows were compared and are equal in both databases. */
  readonly isCompared: boolean;
}

/** How far a table was copied. */
export interface TableProgress {
  readonly lastKey: MovedKey;
  readonly rows: number;
}

/**
 * Returns the source of the move that fills a PostgreSQL database.
 *
 * @returns null if there is no such move.
 */
export async function findMoveSource(db: Database): Promise<MoveSource | null> {
  const { rows: table } = await sql`select 1 where to_regclass('move_source') is not null`.execute(db);
  if (table.length === 0) return null;
  const { rows } = await sql<{ installation: string; stamp: string; compared?: boolean }>`
    select * from move_source`.execute(db);
  const [row] = rows;
  // A record begun by an earlier version has no such column.
  return row ? { installation: row.installation, stamp: row.stamp, isCompared: row.compared ?? false } : null;
}

/** Returns up to four names of tables, views and sequences in a database; none if it is empty. Ignores those of extensions. */
export async function findRelations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname limit 4`.execute(db);
  return rows.map(({ name }) => name);
}

/** Records the source of the move in an empty database, before anything else is written there. */
export async function beginMoveRecord(db: Kysely<Schema>, installation: string): Promise<void> {
  await inTransaction(db, noLock, async (trx) => {
    await sql`create table move_source (
      installation text primary key, stamp text not null, compared boolean not null default false)`.execute(
      trx,
    );
    await sql`
      create table move_progress (name text primary key, last_key text not null, rows bigint not null)`.execute(
      trx,
    );
    await sql`insert into move_source values (${installation}, '')`.execute(trx);
  });
}

/** Records whether all rows were compared and are equal. */
export async function noteCompared(db: Kysely<Schema>, isCompared: boolean): Promise<void> {
  await inTransaction(db, noLock, async (trx) => {
    await sql`alter table move_source add column if not exists compared boolean not null default false`.execute(
      trx,
    );
    await sql`update move_source set compared = ${isCompared}`.execute(trx);
  });
}

/** Empties the tables, so that all of them are copied from the data with a stamp. */
export async function restartMoveRecord(
  db: Kysely<Schema>,
  tables: readonly string[],
  stamp: string,
): Promise<void> {
  await inTransaction(db, noLock, async (trx) => {
    await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(trx);
    await sql`delete from move_progress`.execute(trx);
    await sql`update move_source set stamp = ${stamp}`.execute(trx);
  });
}

/** Returns the progress of each table whose copy has begun. */
export async function readMoveProgress(db: Database): Promise<ReadonlyMap<string, TableProgress>> {
  const { rows } = await sql<{ name: string; key: string; rows: number }>`
    select name, last_key as key, rows from move_progress`.execute(db);
  return new Map(rows.map(({ name, key, rows: count }) => [name, { lastKey: JSON.parse(key), rows: count }]));
}

/** Ends a move, so that services may use the database. Call it in a transaction. */
export async function endMoveRecord(db: Database): Promise<void> {
  await sql`drop table if exists move_indexes`.execute(db);
  await sql`drop table move_progress, move_source`.execute(db);
}
