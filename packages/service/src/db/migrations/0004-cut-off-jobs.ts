import type { Migration } from 'kysely';

/** Tries that ended because their process did are counted apart from those that failed. */
export const cutOffJobs: Migration = {
  async up(db) {
    await db.schema
      .alterTable('jobs')
      .addColumn('cut_offs', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
