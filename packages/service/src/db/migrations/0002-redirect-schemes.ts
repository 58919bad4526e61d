import type { StagedMigration } from './staged-migration.ts';

/** Stores schemes of apps to which the links of an account may send users. */
export const redirectSchemes: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('redirect_schemes')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('scheme', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('redirect_schemes_key', ['account_id', 'scheme'])
      .execute();
  },
};
