import type { StagedMigration } from './staged-migration.ts';

/** Stores the last segment of the purge journal in a bucket that this database has carried out. */
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
