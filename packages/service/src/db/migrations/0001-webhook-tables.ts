import { type Kysely, sql } from 'kysely';

/** Creates webhook endpoints, their events and deliveries, and the log of attempts. */
export async function createWebhookTables(db: Kysely<unknown>): Promise<void> {
  await createEndpoints(db);
  await createEvents(db);
  await createDeliveries(db);
  await createAttempts(db);
}

async function createEndpoints(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_endpoints')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('wrapped_key', 'blob', (c) => c.notNull())
    .addColumn('sealed_secret', 'blob', (c) => c.notNull())
    .addColumn('failing_since', 'bigint')
    .addColumn('relapsed_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('gathering_until', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('webhook_endpoints_by_account')
    .on('webhook_endpoints')
    .column('account_id')
    .execute();
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_events')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('emitted_at', 'bigint', (c) => c.notNull())
    .addColumn('frozen', 'text', (c) => c.notNull())
    .addUniqueConstraint('webhook_events_in_order', ['execution_id', 'sequence'])
    .execute();
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('event_id', 'text', (c) => c.notNull().references('webhook_events.id'))
    .addColumn('endpoint_id', 'text', (c) => c.notNull().references('webhook_endpoints.id'))
    // Repeats the mode of the execution, because the index below needs it.
    .addColumn('mode', 'text', (c) => c.notNull().defaultTo('live'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('first_delivered_at', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .addColumn('undelivered_at', 'bigint')
    .addUniqueConstraint('webhook_deliveries_once', ['event_id', 'endpoint_id'])
    .execute();
  // For pages of deliveries, in their order. An API key sees only the deliveries of its mode.
  await db.schema
    .createIndex('webhook_deliveries_by_endpoint')
    .on('webhook_deliveries')
    .columns(['endpoint_id', 'state', 'mode', 'created_at', 'id'])
    .execute();
  // For held deliveries, in the order in which they are sent once their endpoint is resumed.
  await db.schema
    .createIndex('webhook_deliveries_held')
    .on('webhook_deliveries')
    .columns(['endpoint_id', 'created_at'])
    .where(sql.ref('state'), '=', sql.lit('held'))
    .execute();
  // For housekeeping: both find rows whose retention time has passed.
  await db.schema
    .createIndex('webhook_deliveries_delivered')
    .on('webhook_deliveries')
    .column('delivered_at')
    .where(sql.ref('delivered_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_undelivered')
    .on('webhook_deliveries')
    .column('undelivered_at')
    .where(sql.ref('undelivered_at'), 'is not', null)
    .execute();
}

async function createAttempts(db: Kysely<unknown>): Promise<void> {
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
  // For housekeeping.
  await db.schema
    .createIndex('webhook_attempts_by_age')
    .on('webhook_attempts')
    .column('started_at')
    .execute();
}
