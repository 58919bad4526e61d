import type { StagedMigration } from './staged-migration.ts';

/** Stores whether webhooks are held: a restored copy must not send to the receivers of the original. */
export const deliveryHolds: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('delivery_holds')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('held_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
