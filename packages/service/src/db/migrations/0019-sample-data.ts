import type { StagedMigration } from './staged-migration.ts';

/** Stores which sample data an account has. */
export const sampleData: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('sample_data')
      .addColumn('account_id', 'text', (c) => c.primaryKey().notNull().references('accounts.id'))
      .addColumn('workflow_id', 'text', (c) => c.notNull().references('workflows.id'))
      .addColumn('batch', 'integer', (c) => c.notNull())
      .addColumn('begun_at', 'bigint', (c) => c.notNull())
      .addColumn('removed_at', 'bigint')
      .execute();
  },
};
