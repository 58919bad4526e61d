import type { Migration } from 'kysely';

/** Decisions on finished executions: each is kept, the last counts. */
export const decisions: Migration = {
  async up(db) {
    await db.schema
      .createTable('decisions')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('sealed_comment', 'blob')
      .addColumn('api_key_id', 'text', (c) => c.notNull())
      .addColumn('decided_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('decisions_by_execution')
      .on('decisions')
      .columns(['execution_id', 'decided_at'])
      .execute();
  },
};
