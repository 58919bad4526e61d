import type { StagedMigration } from './staged-migration.ts';

/** Keeps erasures that were accepted and are not carried out yet, as of executions that have not ended. */
export const pendingErasures: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('pending_erasures')
      .addColumn('execution_id', 'text', (c) => c.primaryKey().notNull().references('executions.id'))
      .addColumn('accepted_at', 'bigint', (c) => c.notNull())
      .addColumn('cause', 'text')
      .addColumn('ordered_by', 'text')
      .execute();
  },
};
