import type { StagedMigration } from './staged-migration.ts';

/** Stores which processes of the service share the database, and which of them holds a job. */
export const instances: StagedMigration = {
  phase: 'contract',
  async up(db) {
    await db.schema
      .createTable('instances')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('heartbeat_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.alterTable('jobs').addColumn('lease_instance', 'text').execute();
  },
};
