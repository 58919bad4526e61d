import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { SealBrokenError } from '../../secrets/sealed-box.ts';
import { WrongMasterKeyError } from '../../secrets/vault.ts';
import { noLock } from '../../transaction-locks.ts';
import { insertionOrder } from '../dialect.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Database, Schema } from '../schema.ts';

/** Every table with a column of keys that are wrapped under the master key. A rotation goes through all of them. */
export const wrappedKeyTables = ['executions', 'webhook_endpoints'] as const;

const rowsAtATime = 200;

/** A stored key that cannot be unwrapped. The data of its row is lost unless a backup has the key. */
export interface DamagedKey {
  readonly table: (typeof wrappedKeyTables)[number];
  /** Id of the execution or endpoint. */
  readonly id: string;
}

/** Result of rewrapping stored data keys. */
export interface RewrappedKeys {
  /**
   * Number of undamaged keys that were found under an earlier master key; 0 if none is left. Includes keys that another process
   * changed before they could be replaced. Repeat until 0 to replace those as well.
   */
  readonly found: number;
  /** Number of keys that were replaced. */
  readonly rewrapped: number;
  /** Keys that were left unchanged because they are damaged. */
  readonly damaged: readonly DamagedKey[];
}

type Rewrap = (wrapped: Uint8Array) => Uint8Array | null;

/**
 * Rewraps all stored data keys that are not under the current master key. Each page of 200 rows is one transaction. Leaves
 * unchanged any key that another process changed or purged meanwhile, and any that cannot be unwrapped.
 *
 * @param rewrap - returns the rewrapped key; null if the key is under the current master key already.
 * @param rest - awaited between transactions.
 */
export async function rewrapKeys(
  db: Kysely<Schema>,
  rewrap: Rewrap,
  rest: () => Promise<void>,
): Promise<RewrappedKeys> {
  const damaged: DamagedKey[] = [];
  let [found, rewrapped] = [0, 0];
  for (const table of wrappedKeyTables) {
    for await (const rows of pagesOf(db, table)) {
      const fresh = rows.flatMap((row) => {
        const outcome = tryRewrap(rewrap, row.wrapped);
        if (outcome === 'damaged') damaged.push({ table, id: row.id });
        return outcome instanceof Uint8Array ? [{ ...row, fresh: outcome }] : [];
      });
      if (fresh.length > 0)
        rewrapped += await inTransaction(db, noLock, async (trx) => {
          let replaced = 0;
          for (const { id, wrapped, fresh: key } of fresh)
            replaced += await replace(trx, table, id, wrapped, key);
          return replaced;
        });
      found += fresh.length;
      await rest();
    }
  }
  return { found, rewrapped, damaged };
}

/** Finds stored data keys that a rotation could not rewrap. */
export async function findDamagedKeys(db: Database, rewrap: Rewrap): Promise<DamagedKey[]> {
  const damaged: DamagedKey[] = [];
  for (const table of wrappedKeyTables) {
    for await (const rows of pagesOf(db, table))
      for (const { id, wrapped } of rows)
        if (tryRewrap(rewrap, wrapped) === 'damaged') damaged.push({ table, id });
  }
  return damaged;
}

function tryRewrap(rewrap: Rewrap, wrapped: unknown): Uint8Array | null | 'damaged' {
  // SQLite stores text or numbers in any column.
  if (!(wrapped instanceof Uint8Array)) return 'damaged';
  try {
    return rewrap(wrapped);
  } catch (error) {
    if (error instanceof SealBrokenError || error instanceof WrongMasterKeyError) return 'damaged';
    throw error;
  }
}

type Table = (typeof wrappedKeyTables)[number];

/** Yields all rows that have a key, page by page. */
async function* pagesOf(db: Database, table: Table) {
  const order = insertionOrder(table);
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ place: number; id: string; wrapped: unknown }>`
      select ${order} as place, id, wrapped_key as wrapped from ${sql.table(table)}
      where ${order} > ${after} order by ${order} limit ${rowsAtATime}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = last.place;
    yield rows.filter(({ wrapped }) => wrapped !== null);
  }
}

/**
 * Replaces a key, unless another process changed or purged it since it was read.
 *
 * @returns the number of replaced keys: 1 or 0.
 */
async function replace(
  db: Database,
  table: Table,
  id: string,
  old: unknown,
  fresh: Uint8Array,
): Promise<number> {
  const { numAffectedRows } =
    await sql`update ${sql.table(table)} set wrapped_key = ${fresh} where id = ${id} and wrapped_key = ${old}`.execute(
      db,
    );
  return Number(numAffectedRows);
}
