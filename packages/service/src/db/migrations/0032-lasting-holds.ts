import type { StagedMigration } from './staged-migration.ts';

/**
 * Stores which purges wait for an operator's confirmation, and how many media a hold of media without a capture lets through.
 * New executions and media thus end no hold.
 */
export const lastingHolds: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('purge_holds')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('mode', 'text', (c) => c.notNull())
      .addColumn('held_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('purge_holds_key', ['account_id', 'mode'])
      .execute();
    await db.schema.alterTable('orphan_holds').addColumn('allowance', 'bigint').execute();
  },
};
