import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database, Schema } from './schema.ts';

/** Every column that holds a key wrapped under the master key: a rotation goes through all of them. */
export const wrappedKeyTables = ['executions', 'webhook_endpoints'] as const;

const rowsAtATime = 200;

/**
 * Wraps all stored data keys anew that are not under the master key of now. Some rows are one transaction; what another process
 * changed or purged meanwhile is left as it is.
 *
 * @param rewrap - null: the key is under that already.
 * @param rest - is awaited between transactions.
 * @returns how many keys were wrapped anew: none, when all were.
 */
export async function rewrapKeys(
  db: Kysely<Schema>,
  rewrap: (wrapped: Uint8Array) => Uint8Array | null,
  rest: () => Promise<void>,
): Promise<number> {
  let rewrapped = 0;
  for (const table of wrappedKeyTables) {
    let after = 0;
    for (;;) {
      const rows = await findRows(db, table, after);
      const last = rows.at(-1);
      if (!last) break;
      after = last.row;
      const old = rows.filter(({ wrapped }) => wrapped !== null && rewrap(wrapped) !== null);
      if (old.length > 0) {
        await db.transaction().execute(async (trx) => {
          for (const { row, wrapped } of old)
            if (wrapped) await replace(trx, table, row, wrapped, rewrap(wrapped));
        });
        rewrapped += old.length;
      }
      await rest();
    }
  }
  return rewrapped;
}

type Table = (typeof wrappedKeyTables)[number];

async function findRows(db: Database, table: Table, after: number) {
  const { rows } = await sql<{ row: number; wrapped: Uint8Array | null }>`
    select rowid as row, wrapped_key as wrapped from ${sql.table(table)}
    where rowid > ${after} order by rowid limit ${rowsAtATime}`.execute(db);
  return rows;
}

async function replace(
  db: Database,
  table: Table,
  row: number,
  old: Uint8Array,
  fresh: Uint8Array | null,
): Promise<void> {
  if (fresh === null) return;
  await sql`update ${sql.table(table)} set wrapped_key = ${fresh} where rowid = ${row} and wrapped_key = ${old}`.execute(
    db,
  );
}
