import type { StagedMigration } from './staged-migration.ts';

/** Limits guesses at codes, shows people where their sessions come from, and lets an account require a second step. */
export const secondSteps: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('people').addColumn('codes_from_strangers', 'bigint').execute();
    await db.schema.alterTable('people').addColumn('codes_from_devices', 'bigint').execute();
    await db.schema.alterTable('memberships').addColumn('last_sign_in_at', 'bigint').execute();
    await db.schema.alterTable('admin_sessions').addColumn('address', 'text').execute();
    await db.schema.alterTable('admin_sessions').addColumn('browser', 'text').execute();
    await db.schema.alterTable('accounts').addColumn('requires_second_step', 'integer').execute();
  },
};
