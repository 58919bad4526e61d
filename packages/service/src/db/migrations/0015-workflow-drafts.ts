import type { StagedMigration } from './staged-migration.ts';

/** Stores who published a version, when and why, and the draft of the next one. */
export const workflowDrafts: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('workflow_versions').addColumn('published_at', 'bigint').execute();
    await db.schema.alterTable('workflow_versions').addColumn('author', 'text').execute();
    await db.schema.alterTable('workflow_versions').addColumn('comment', 'text').execute();
    await db.schema
      .createTable('workflow_drafts')
      .addColumn('workflow_id', 'text', (c) => c.primaryKey().notNull().references('workflows.id'))
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('saved_at', 'bigint', (c) => c.notNull())
      .addColumn('author', 'text', (c) => c.notNull())
      .execute();
  },
};
