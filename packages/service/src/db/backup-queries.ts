import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** How much there is of what operators know by name. */
export interface DataCounts {
  readonly accounts: number;
  readonly executions: number;
  readonly captures: number;
  readonly endpoints: number;
}

/** Counts what a database holds. */
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

/** How many bytes all captures have, before they are sealed. */
export async function sumCaptures(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`select sum(size_bytes) as bytes from captures`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

const refsPerPage = 500;

/** The references of all captures in their order, some hundreds at a time. */
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

/** Whether a capture has the reference. */
export async function isMediaNamed(db: Database, ref: string): Promise<boolean> {
  const found = await db.selectFrom('captures').select('id').where('media_ref', '=', ref).executeTakeFirst();
  return found !== undefined;
}
