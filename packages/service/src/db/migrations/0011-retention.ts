import { type Migration, sql } from 'kysely';

/** How long an account keeps personal data, and what finds the executions whose time is over. */
export const retention: Migration = {
  async up(db) {
    await db.schema.alterTable('accounts').addColumn('retention_days', 'integer').execute();
    // Only what is finished and not purged: a start pays nothing for it.
    await sql`create index executions_to_purge on executions (account_id, finished_at)
      where finished_at is not null and data_purged_at is null`.execute(db);
  },
};
