import type { StagedMigration } from './staged-migration.ts';

/**
 * Stores to which installation a database belongs. A SQLite file needs no such record, because it lies in the folder of its
 * installation.
 */
export const installations: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('installations')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('installation_id', 'text', (column) => column.notNull())
      .addColumn('proof', 'text', (column) => column.notNull())
      .execute();
  },
};
