import { type Kysely, sql } from 'kysely';
import { asNumber, withoutRowid } from '../dialect.ts';
import type { StagedMigration } from './staged-migration.ts';

/**
 * Stores keyed hashes of user data by which executions are found, and lists executions in the order in which they were started.
 */
export const search: StagedMigration = {
  phase: 'contract',
  async up(db) {
    await createSearchHashes(db);
    await createListIndexes(db);
  },
};

async function createSearchHashes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_hashes')
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('search_hashes_key', ['hash', 'created_at', 'execution_id'])
    .modifyEnd(withoutRowid)
    .execute();
  // For purges.
  await db.schema
    .createIndex('search_hashes_of_execution')
    .on('search_hashes')
    .column('execution_id')
    .execute();
  await db.schema
    .createTable('search_progress')
    .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('after_id', 'text', (c) => c.notNull())
    .addColumn('is_done', 'integer', (c) => c.notNull())
    .execute();
  // The hashes of existing executions are computed later: only the service has the key for them.
  await sql`
    insert into search_progress (id, after_id, is_done)
    select 1, '', ${asNumber(sql`not exists (select 1 from executions)`)}`.execute(db);
}

async function createListIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('executions_by_status')
    .on('executions')
    .columns(['account_id', 'mode', 'status', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('executions_by_workflow')
    .on('executions')
    .columns(['workflow_id', 'mode', 'status', 'created_at', 'id', 'workflow_version'])
    .execute();
  await db.schema
    .createIndex('executions_to_decide')
    .on('executions')
    .columns(['account_id', 'mode', 'created_at', 'id'])
    .where(sql.ref('status'), '=', sql.lit('REVIEW'))
    .where(sql.ref('data_purged_at'), 'is', null)
    .execute();
}
