import type { Migration } from 'kysely';

/** Windows that pages open for the flow. */
export const popupWindows: Migration = {
  async up(db) {
    await db.schema
      .createTable('popup_windows')
      .addColumn('execution_id', 'text', (c) => c.primaryKey().notNull().references('executions.id'))
      .addColumn('ticket_hash', 'text', (c) => c.notNull().unique())
      .addColumn('opener_epoch', 'integer', (c) => c.notNull())
      .addColumn('window_epoch', 'integer')
      .addColumn('nonce_hash', 'text')
      .addColumn('visits', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('gone_at', 'bigint')
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('opened', 'integer', (c) => c.notNull())
      .addColumn('started', 'integer', (c) => c.notNull())
      .addColumn('ending', 'text')
      .addColumn('over', 'text')
      .addColumn('sealed_look', 'blob')
      .execute();
  },
};
