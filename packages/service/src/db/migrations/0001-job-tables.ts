import { type Kysely, sql } from 'kysely';

/** Creates the queue of jobs. */
export async function createJobTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('lane', 'text')
    .addColumn('payload', 'text')
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('lease_until', 'bigint')
    .addColumn('lease_token', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('max_tries', 'integer', (c) => c.notNull())
    .addColumn('cut_offs', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('failed_at', 'bigint')
    .addColumn('last_error', 'text')
    .execute();
  // For claims. Leaves out failed jobs, so they do not slow a claim down. The lane comes before the time, so a full lane is
  // skipped as a whole.
  await db.schema
    .createIndex('jobs_due')
    .on('jobs')
    .columns(['kind', 'lane', 'due_at'])
    .where(sql.ref('failed_at'), 'is', null)
    .execute();
  await db.schema.createIndex('jobs_by_subject').on('jobs').columns(['subject_id', 'kind']).execute();
}
