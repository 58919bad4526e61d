import { type Kysely, sql } from 'kysely';
import type { StagedMigration } from './staged-migration.ts';

/** Lets an account keep live and test data for different times, and lists purges by account. */
export const retentionByMode: StagedMigration = {
  phase: 'contract',
  async up(db) {
    await db.schema.alterTable('accounts').addColumn('test_retention_days', 'integer').execute();
    await sql`update accounts set test_retention_days = retention_days`.execute(db);
    await confirmByMode(db);
    // The mode comes before the time, so rows of the other mode are never read.
    await db.schema
      .createIndex('executions_to_purge_by_mode')
      .on('executions')
      .columns(['account_id', 'mode', 'finished_at'])
      .where(sql.ref('finished_at'), 'is not', null)
      .where(sql.ref('data_purged_at'), 'is', null)
      .execute();
    await db.schema.dropIndex('executions_to_purge').execute();
    await sql`create index audit_purges on audit_events (chain, seq) where act = 'execution.purge'`.execute(
      db,
    );
  },
};

/** Turns a confirmation of a purge of an account into one for each of its modes. */
async function confirmByMode(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('purge_confirmations').renameTo('earlier_purge_confirmations').execute();
  await db.schema
    .createTable('purge_confirmations')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('ended_until', 'bigint', (c) => c.notNull())
    .addColumn('executions', 'integer', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('purge_confirmations_key', ['account_id', 'mode'])
    .execute();
  await sql`
    insert into purge_confirmations (account_id, mode, ended_until, executions, confirmed_at)
    select account_id, column1, ended_until, executions, confirmed_at
    from earlier_purge_confirmations, (values ('live'), ('test')) as modes`.execute(db);
  await db.schema.dropTable('earlier_purge_confirmations').execute();
}
