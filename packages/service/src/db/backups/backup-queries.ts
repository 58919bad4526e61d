import { sql } from 'kysely';
import { greaterOf, insertionOrder } from '../dialect.ts';
import type { Database } from '../schema.ts';

/** Numbers of the main kinds of rows, for operators. */
export interface DataCounts {
  readonly accounts: number;
  readonly executions: number;
  readonly captures: number;
  readonly endpoints: number;
}

/** Counts the main kinds of rows in a database. */
export async function countData(db: Database): Promise<DataCounts> {
  const count = async (table: 'accounts' | 'executions' | 'captures' | 'webhook_endpoints') => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  };
  return {
    accounts: await count('accounts'),
    executions: await count('executions'),
    captures: await count('captures'),
    endpoints: await count('webhook_endpoints'),
  };
}

/** Returns the total size of all captures before encryption, in bytes. */
export async function sumCaptures(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`select sum(size_bytes) as bytes from captures`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

const refsPerPage = 500;

/** Yields the media references of all captures in order, 500 at a time. */
export async function* mediaRefsOf(db: Database): AsyncGenerator<readonly string[]> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('captures')
      .select('media_ref')
      .where('media_ref', '>', after)
      .orderBy('media_ref')
      .limit(refsPerPage)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ media_ref }) => media_ref);
    after = last.media_ref;
  }
}

/** Returns whether a capture names the media reference. */
export async function isMediaNamed(db: Database, ref: string): Promise<boolean> {
  const found = await db.selectFrom('captures').select('id').where('media_ref', '=', ref).executeTakeFirst();
  return found !== undefined;
}

/** Encrypted parts of an execution, for a test whether they can be decrypted. */
export interface SealedExecution {
  readonly id: string;
  readonly wrappedKey: Uint8Array;
  readonly sealedInputs: Uint8Array | null;
  readonly checks: readonly { readonly id: string; readonly sealed: Uint8Array }[];
  readonly mediaRefs: readonly string[];
}

/** Returns a sample of the executions that have data: the newest, and others spread over all of them. */
export async function sampleExecutions(db: Database, limit: number): Promise<SealedExecution[]> {
  const order = insertionOrder('executions');
  const newest = sql`select id from executions where wrapped_key is not null order by ${order} desc limit ${limit / 2}`;
  const spread = sql`
    select id from executions where wrapped_key is not null
      and ${order} % (select ${greaterOf(sql`1`, sql`count(*) / ${limit / 2}`)} from executions) = 0 limit ${limit / 2}`;
  const { rows } = await sql<{ id: string; wrappedKey: Uint8Array; sealedInputs: Uint8Array | null }>`
    select id, wrapped_key as "wrappedKey", sealed_inputs as "sealedInputs" from executions
    where id in (select * from (${newest}) as newest) or id in (select * from (${spread}) as spread)`.execute(
    db,
  );
  return Promise.all(
    rows.map(async (row) => {
      const checks = await db
        .selectFrom('checks')
        .select(['id', 'sealed'])
        .where('execution_id', '=', row.id)
        .where('sealed', 'is not', null)
        .execute();
      const captures = await db
        .selectFrom('captures')
        .select('media_ref')
        .where('execution_id', '=', row.id)
        .execute();
      return {
        ...row,
        checks: checks.flatMap(({ id, sealed }) => (sealed ? [{ id, sealed }] : [])),
        mediaRefs: captures.map(({ media_ref }) => media_ref),
      };
    }),
  );
}

/** Returns the encrypted secrets of all endpoints. */
export async function sealedEndpoints(
  db: Database,
): Promise<{ id: string; wrapped_key: Uint8Array; sealed_secret: Uint8Array }[]> {
  return db.selectFrom('webhook_endpoints').select(['id', 'wrapped_key', 'sealed_secret']).execute();
}
