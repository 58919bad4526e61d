import type { StagedMigration } from './staged-migration.ts';

/**
 * Stores the proof of the master key with the installation, where every instance finds it; null until an instance of this
 * release stores it.
 */
export const keyProof: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('installations').addColumn('key_proof', 'text').execute();
  },
};
