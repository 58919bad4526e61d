import type { StagedMigration } from './staged-migration.ts';

/** Stores the state of the clock, and which purges operators confirmed. */
export const clockAndPurges: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('clock_marks')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('trusted_at', 'bigint')
      .addColumn('confirmed_at', 'bigint')
      .addColumn('doubt', 'text')
      .addColumn('gap_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('purge_confirmations')
      .addColumn('account_id', 'text', (c) => c.primaryKey().notNull().references('accounts.id'))
      .addColumn('ended_until', 'bigint', (c) => c.notNull())
      .addColumn('executions', 'integer', (c) => c.notNull())
      .addColumn('confirmed_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('write_probes')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('written_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
