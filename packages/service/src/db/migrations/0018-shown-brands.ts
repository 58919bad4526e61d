import type { StagedMigration } from './staged-migration.ts';

/** Stores the branding of an account's hosted pages. */
export const shownBrands: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('account_brands')
      .addColumn('account_id', 'text', (c) => c.primaryKey().notNull().references('accounts.id'))
      .addColumn('colours', 'text', (c) => c.notNull())
      .addColumn('logo', 'blob')
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
