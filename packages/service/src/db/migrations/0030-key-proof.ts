import type { StagedMigration } from './staged-migration.ts';

/** Keeps the proof of the master key beside the installation, where every instance finds it; null until one of this release wrote it. */
export const keyProof: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('installations').addColumn('key_proof', 'text').execute();
  },
};
