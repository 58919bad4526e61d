import type { Migration } from 'kysely';

/** Keeps the font of hosted pages. */
export const brandFonts: Migration = {
  async up(db) {
    await db.schema.alterTable('account_brands').addColumn('font_family', 'text').execute();
  },
};
