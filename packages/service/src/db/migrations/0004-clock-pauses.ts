import type { StagedMigration } from './staged-migration.ts';

/** Stores the last period in which the clock was not trusted or the service was off. */
export const clockPauses: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('clock_marks').addColumn('pause_from', 'bigint').execute();
    await db.schema.alterTable('clock_marks').addColumn('pause_until', 'bigint').execute();
  },
};
