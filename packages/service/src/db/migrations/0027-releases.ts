import type { StagedMigration } from './staged-migration.ts';

/**
 * Stores which later migrations the previous release can run beside, and which version each instance runs. Releases older than
 * this table refuse every migration that they do not know.
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
