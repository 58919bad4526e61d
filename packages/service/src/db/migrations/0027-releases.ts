import type { StagedMigration } from './staged-migration.ts';

/**
 * Keeps which later migrations a release before may go on beside, and which version each instance runs. Releases that do not know
 * this table refuse whatever they do not know.
 */
export const releases: StagedMigration = {
  phase: 'contract',
  async up(db) {
    await db.schema
      .createTable('migration_phases')
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('phase', 'text', (c) => c.notNull())
      .execute();
    await db.schema.alterTable('instances').addColumn('version', 'text').execute();
  },
};
