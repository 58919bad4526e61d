import type { Migration } from 'kysely';

/** What was sent in each attempt of a delivery, and what was answered: the log that is kept for 30 days. */
export const deliveryLog: Migration = {
  async up(db) {
    await db.schema
      .createTable('webhook_attempts')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('delivery_id', 'text', (c) =>
        c.notNull().references('webhook_deliveries.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('duration_ms', 'integer', (c) => c.notNull())
      .addColumn('status', 'integer')
      .addColumn('error', 'text')
      .addColumn('request_head', 'text', (c) => c.notNull())
      .addColumn('response_head', 'text')
      .execute();
    await db.schema
      .createIndex('webhook_attempts_by_delivery')
      .on('webhook_attempts')
      .columns(['delivery_id', 'started_at'])
      .execute();
    await db.schema
      .createIndex('webhook_attempts_by_age')
      .on('webhook_attempts')
      .column('started_at')
      .execute();
  },
};
