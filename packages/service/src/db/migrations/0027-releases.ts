import type { StagedMigration } from './staged-migration.ts';

/**
 * Stores whether the previous release can use the database after a migration, from this one on, and which version each instance
 * runs. Releases older than this table refuse every migration that they do not know.
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
