import type { StagedMigration } from './staged-migration.ts';

/** Stores the font of hosted pages. */
export const brandFonts: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('account_brands').addColumn('font_family', 'text').execute();
  },
};
