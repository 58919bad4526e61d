import type { Migration } from 'kysely';

/** Replies to requests with an idempotency key. */
export const keptReplies: Migration = {
  async up(db) {
    await db.schema
      .createTable('kept_replies')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
      .addColumn('request_hash', 'text', (c) => c.notNull())
      .addColumn('sealed_reply', 'blob', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('kept_replies_by_expiry').on('kept_replies').column('expires_at').execute();
    await db.schema
      .createIndex('kept_replies_by_execution')
      .on('kept_replies')
      .column('execution_id')
      .execute();
  },
};
