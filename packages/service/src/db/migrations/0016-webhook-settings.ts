import type { StagedMigration } from './staged-migration.ts';

/**
 * Numbers the changes of a webhook endpoint, and stores the beginnings of replies, encrypted under the keys of their
 * executions.
 */
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
