import { type Migration, sql } from 'kysely';

/** Finds what arrived long ago, the oldest first, however much has arrived since. */
export const oldDeliveries: Migration = {
  async up(db) {
    await db.schema
      .createIndex('webhook_deliveries_delivered')
      .on('webhook_deliveries')
      .column('delivered_at')
      .where(sql.ref('delivered_at'), 'is not', null)
      .execute();
  },
};
