import type { Migration } from 'kysely';

/** What was read of a card before its number was painted over: its picture can tell it no more. */
export const cardReadings: Migration = {
  async up(db) {
    await db.schema.alterTable('captures').addColumn('sealed_reading', 'blob').execute();
  },
};
