import { type Kysely, type Migration, sql } from 'kysely';
import type { OrderedTable } from '../dialect.ts';
import { initialSchema } from './0001-initial-schema.ts';
import { migrations } from './index.ts';

const ordered: readonly OrderedTable[] = [
  'decisions',
  'executions',
  'webhook_deliveries',
  'webhook_endpoints',
];

/** The migrations as PostgreSQL goes through them: rows that are read in the order of their insertion have a column for it. */
export const postgresMigrations: Readonly<Record<string, Migration>> = {
  ...migrations,
  '0001-initial-schema': {
    async up(db) {
      await initialSchema.up(db);
      for (const table of ordered) await addInsertion(db, table);
    },
  },
};

async function addInsertion(db: Kysely<unknown>, table: OrderedTable): Promise<void> {
  await sql`alter table ${sql.table(table)} add column insertion bigint generated always as identity`.execute(
    db,
  );
  await db.schema.createIndex(`${table}_by_insertion`).on(table).column('insertion').execute();
}
