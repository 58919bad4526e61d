import type { StagedMigration } from './staged-migration.ts';

/** Stores how many media without a capture wait for an operator's confirmation before they are removed. */
export const orphanHolds: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('orphan_holds')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('orphans', 'bigint', (c) => c.notNull())
      .addColumn('objects', 'bigint', (c) => c.notNull())
      .addColumn('found_at', 'bigint', (c) => c.notNull())
      .addColumn('confirmed_at', 'bigint')
      .execute();
  },
};
