import type { Migration } from 'kysely';

/** When each capture had come: what tells how fast a user moved. */
export const receiptTimes: Migration = {
  async up(db) {
    await db.schema
      .alterTable('captures')
      .addColumn('received_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
