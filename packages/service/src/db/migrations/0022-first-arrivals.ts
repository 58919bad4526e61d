import { type Migration, sql } from 'kysely';

/**
 * When an event first arrived, which sending it again does not forget. What arrived before is known by the last arrival, and by the
 * log of thirty days where it was sent again since.
 */
export const firstArrivals: Migration = {
  async up(db) {
    await db.schema.alterTable('webhook_deliveries').addColumn('first_delivered_at', 'bigint').execute();
    await sql`
      update webhook_deliveries set first_delivered_at = (
        select min(arrived_at) from (
          select webhook_deliveries.delivered_at as arrived_at
          union all
          select started_at + duration_ms from webhook_attempts
          where delivery_id = webhook_deliveries.id and error is null
        )
      )`.execute(db);
  },
};
