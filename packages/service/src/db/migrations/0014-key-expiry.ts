import type { StagedMigration } from './staged-migration.ts';

/** Lets an API key expire. */
export const keyExpiry: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('expires_at', 'integer').execute();
  },
};
