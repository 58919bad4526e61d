import type { StagedMigration } from './staged-migration.ts';

/** Stores erasures that were accepted but not carried out yet, such as those of executions that have not ended. */
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
