import { type Migration, sql } from 'kysely';

/** Since when attempts at an endpoint fail one after another: all that was known of it until now, as `failing_since`. */
export const relapses: Migration = {
  async up(db) {
    await db.schema.alterTable('webhook_endpoints').addColumn('relapsed_at', 'bigint').execute();
    await sql`update webhook_endpoints set relapsed_at = failing_since`.execute(db);
  },
};
