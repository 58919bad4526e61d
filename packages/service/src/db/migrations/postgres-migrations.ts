import { type Kysely, sql } from 'kysely';
import { type OrderedTable, orderedTables } from '../dialect.ts';
import { initialSchema } from './0001-initial-schema.ts';
import { instances } from './0023-instances.ts';
import { installations } from './0024-installations.ts';
import { instanceChecks } from './0029-instance-checks.ts';
import { keyProof } from './0030-key-proof.ts';
import { migrations } from './index.ts';
import { notifyOthers } from './notify-others.ts';
import type { StagedMigration } from './staged-migration.ts';

/**
 * The migrations for PostgreSQL: those of SQLite, with additions to two of them (a column for the order of insertion in tables
 * that are read in that order; indexes on jobs, and notifications between instances), and those of tables that SQLite does not
 * use: the installation of the database, its proof of the master key, and the checks that an instance carries out.
 */
export const postgresMigrations: Readonly<Record<string, StagedMigration>> = {
  ...migrations,
  '0001-initial-schema': {
    ...initialSchema,
    async up(db) {
      await initialSchema.up(db);
      for (const table of orderedTables) await addInsertion(db, table);
    },
  },
  '0023-instances': {
    ...instances,
    async up(db) {
      await instances.up(db);
      // Speeds up polls, which ask for the kinds with due jobs, in any lane.
      await sql`create index jobs_free on jobs (kind, due_at) where failed_at is null and lease_token is null`.execute(
        db,
      );
      // Speeds up counting the jobs that other instances run in each lane.
      await sql`create index jobs_held on jobs (kind, lane) where lease_token is not null`.execute(db);
      await notifyOthers(db);
    },
  },
  '0024-installations': installations,
  '0029-instance-checks': instanceChecks,
  '0030-key-proof': keyProof,
};

async function addInsertion(db: Kysely<unknown>, table: OrderedTable): Promise<void> {
  await sql`alter table ${sql.table(table)} add column insertion bigint generated always as identity`.execute(
    db,
  );
  await db.schema.createIndex(`${table}_by_insertion`).on(table).column('insertion').execute();
}
