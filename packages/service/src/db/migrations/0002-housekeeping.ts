import { type Migration, sql } from 'kysely';

/** What housekeeping looks for: captures by their media, and deliveries by the time they were given up. */
export const housekeeping: Migration = {
  async up(db) {
    await db.schema.createIndex('captures_by_media').on('captures').column('media_ref').execute();
    await db.schema.alterTable('webhook_deliveries').addColumn('undelivered_at', 'bigint').execute();
    // Those given up before it was noted when: they get the whole time from now on, by the database's own clock.
    await sql`update webhook_deliveries set undelivered_at = unixepoch() * 1000 where state = 'undelivered'`.execute(
      db,
    );
    await db.schema
      .createIndex('webhook_deliveries_undelivered')
      .on('webhook_deliveries')
      .column('undelivered_at')
      .where(sql.ref('undelivered_at'), 'is not', null)
      .execute();
  },
};
