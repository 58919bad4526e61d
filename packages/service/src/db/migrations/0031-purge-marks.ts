import type { StagedMigration } from './staged-migration.ts';

/** Stores how far this database has carried out the list of purges in a bucket. */
export const purgeMarks: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('purge_marks')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('segment', 'bigint', (c) => c.notNull())
      .execute();
  },
};
