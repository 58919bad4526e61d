import type { StagedMigration } from './staged-migration.ts';

/** Stores which instances carry out checks. Those of an earlier version carry out all. */
export const instanceChecks: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .alterTable('instances')
      .addColumn('checks', 'text', (c) => c.notNull().defaultTo('all'))
      .execute();
  },
};
