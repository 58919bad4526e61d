import { sql } from 'kysely';
import type { StagedMigration } from './staged-migration.ts';

/** Lets failed jobs be counted without reading all others. */
export const failedJobs: StagedMigration = {
  // Building an index holds up the writes of a release that is running.
  phase: 'contract',
  async up(db) {
    await db.schema
      .createIndex('jobs_failed')
      .on('jobs')
      .column('kind')
      .where(sql.ref('failed_at'), 'is not', null)
      .execute();
  },
};
