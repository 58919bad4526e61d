import { type Migration, sql } from 'kysely';

/**
 * Keys that look after webhooks and see no execution; deliveries in the order in which their pages are read; and jobs by their
 * lane, so that what waits behind a full one is not looked at.
 */
export const webhookKeys: Migration = {
  async up(db) {
    await db.schema
      .alterTable('api_keys')
      .addColumn('purpose', 'text', (c) => c.notNull().defaultTo('executions'))
      .execute();
    await db.schema.dropIndex('webhook_deliveries_by_endpoint').execute();
    await db.schema
      .createIndex('webhook_deliveries_by_endpoint')
      .on('webhook_deliveries')
      .columns(['endpoint_id', 'state', 'created_at', 'id'])
      .execute();
    await db.schema.dropIndex('jobs_due').execute();
    await db.schema
      .createIndex('jobs_due')
      .on('jobs')
      .columns(['kind', 'lane', 'due_at'])
      .where(sql.ref('failed_at'), 'is', null)
      .execute();
  },
};
