import type { StagedMigration } from './staged-migration.ts';

/** Tells changes of a webhook endpoint apart, and keeps the beginnings of answers under the keys of their executions. */
export const webhookSettings: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .alterTable('webhook_endpoints')
      .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('webhook_attempts').addColumn('sealed_answer', 'blob').execute();
  },
};
