import type { Migration } from 'kysely';

/** Keeps that webhooks are held: a restored copy must not send to the receivers of the original. */
export const deliveryHolds: Migration = {
  async up(db) {
    await db.schema
      .createTable('delivery_holds')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('held_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
