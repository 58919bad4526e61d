import { type Migration, sql } from 'kysely';

/** When the last attempt at an endpoint failed that is failing: what was looked for in the log, however long that was. */
export const lastFailures: Migration = {
  async up(db) {
    await db.schema.alterTable('webhook_endpoints').addColumn('failed_at', 'bigint').execute();
    await sql`
      update webhook_endpoints set failed_at = (
        select max(webhook_attempts.started_at + webhook_attempts.duration_ms) from webhook_deliveries
        join webhook_attempts on webhook_attempts.delivery_id = webhook_deliveries.id
        where webhook_deliveries.endpoint_id = webhook_endpoints.id and webhook_attempts.error is not null
      )
      where failing_since is not null`.execute(db);
  },
};
