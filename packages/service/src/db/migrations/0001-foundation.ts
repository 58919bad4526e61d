import { type Kysely, type Migration, sql } from 'kysely';

/** Accounts, workflows, executions with their checks and captures, jobs and webhooks. */
export const foundation: Migration = {
  async up(db) {
    await createAccounts(db);
    await createWorkflows(db);
    await createExecutions(db);
    await createJobs(db);
    await createWebhooks(db);
  },
};

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('scope', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema.createIndex('api_keys_by_account').on('api_keys').column('account_id').execute();
}

async function createWorkflows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('workflows')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('workflows_by_account').on('workflows').column('account_id').execute();
  await db.schema
    .createTable('workflow_versions')
    .addColumn('workflow_id', 'text', (c) => c.notNull().references('workflows.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('workflow_versions_key', ['workflow_id', 'version'])
    .execute();
}

async function createExecutions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('executions')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('workflow_id', 'text', (c) => c.notNull())
    .addColumn('workflow_version', 'integer', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('session_nonce_hash', 'text')
    .addColumn('session_epoch', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('begun_at', 'bigint')
    .addColumn('deadline_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('data_purged_at', 'bigint')
    .addColumn('wrapped_key', 'blob')
    .addColumn('sealed_inputs', 'blob')
    .addColumn('sealed_ip', 'blob')
    .addColumn('platform', 'text')
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('walk', 'text', (c) => c.notNull())
    .addForeignKeyConstraint(
      'executions_workflow_version',
      ['workflow_id', 'workflow_version'],
      'workflow_versions',
      ['workflow_id', 'version'],
    )
    .execute();
  await db.schema
    .createTable('checks')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('check_type', 'text', (c) => c.notNull())
    .addColumn('status', 'text')
    .addColumn('session_id', 'text')
    .addColumn('transaction_id', 'text')
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('platform', 'text')
    .addColumn('status_detail', 'text')
    .addColumn('sealed', 'blob')
    .addUniqueConstraint('checks_by_node', ['execution_id', 'node_id'])
    .execute();
  await db.schema
    .createTable('captures')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('slot', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('size_bytes', 'integer', (c) => c.notNull())
    .addColumn('media_ref', 'text', (c) => c.notNull())
    .addColumn('sealed_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('captures_by_slot', ['execution_id', 'node_id', 'attempt', 'slot'])
    .execute();
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('lane', 'text')
    .addColumn('payload', 'text')
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('lease_until', 'bigint')
    .addColumn('lease_token', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('max_tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('failed_at', 'bigint')
    .addColumn('last_error', 'text')
    .execute();
  // Claims look at due, living jobs only: used-up ones stay out of the index and cost a claim nothing.
  // The lane is in it so that those of a full lane are passed over without looking each of them up.
  await db.schema
    .createIndex('jobs_due')
    .on('jobs')
    .columns(['kind', 'due_at', 'lane'])
    .where(sql.ref('failed_at'), 'is', null)
    .execute();
  await db.schema.createIndex('jobs_by_subject').on('jobs').columns(['subject_id', 'kind']).execute();
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_endpoints')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('wrapped_key', 'blob', (c) => c.notNull())
    .addColumn('sealed_secret', 'blob', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('failing_since', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('webhook_endpoints_by_account')
    .on('webhook_endpoints')
    .column('account_id')
    .execute();
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
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('event_id', 'text', (c) => c.notNull().references('webhook_events.id'))
    .addColumn('endpoint_id', 'text', (c) => c.notNull().references('webhook_endpoints.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('delivered_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('webhook_deliveries_once', ['event_id', 'endpoint_id'])
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_by_endpoint')
    .on('webhook_deliveries')
    .columns(['endpoint_id', 'state', 'next_at'])
    .execute();
}
