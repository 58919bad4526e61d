import { type Kysely, sql } from 'kysely';

/** Creates executions and everything that is stored for an execution. */
export async function createExecutionTables(db: Kysely<unknown>): Promise<void> {
  await createExecutions(db);
  await createChecks(db);
  await createCaptures(db);
  await createDecisions(db);
  await createKeptReplies(db);
  await createUserMarks(db);
}

async function createExecutions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('executions')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('workflow_id', 'text', (c) => c.notNull())
    .addColumn('workflow_version', 'integer', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull().defaultTo('token'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('walk', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('session_nonce_hash', 'text')
    .addColumn('session_epoch', 'integer', (c) => c.notNull())
    .addColumn('platform', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('begun_at', 'bigint')
    .addColumn('deadline_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('data_purged_at', 'bigint')
    // A purge sets these to null, above all the key.
    .addColumn('wrapped_key', 'blob')
    .addColumn('sealed_inputs', 'blob')
    .addColumn('sealed_ip', 'blob')
    .addColumn('sealed_session', 'blob')
    .addColumn('sealed_redirects', 'blob')
    .addForeignKeyConstraint(
      'executions_workflow_version',
      ['workflow_id', 'workflow_version'],
      'workflow_versions',
      ['workflow_id', 'version'],
    )
    .execute();
  // Finds executions whose retention time has passed. Holds only executions that are finished and not purged, so a start adds
  // no entry.
  await db.schema
    .createIndex('executions_to_purge')
    .on('executions')
    .columns(['account_id', 'finished_at'])
    .where(sql.ref('finished_at'), 'is not', null)
    .where(sql.ref('data_purged_at'), 'is', null)
    .execute();
}

async function createChecks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checks')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('check_type', 'text', (c) => c.notNull())
    .addColumn('status', 'text')
    .addColumn('status_detail', 'text')
    .addColumn('session_id', 'text')
    .addColumn('transaction_id', 'text')
    .addColumn('platform', 'text')
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('sealed', 'blob')
    .addUniqueConstraint('checks_by_node', ['execution_id', 'node_id'])
    .execute();
}

async function createCaptures(db: Kysely<unknown>): Promise<void> {
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
    .addColumn('document_type', 'text')
    .addColumn('received_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sealed_at', 'bigint')
    .addColumn('sealed_reading', 'blob')
    .addUniqueConstraint('captures_by_slot', ['execution_id', 'node_id', 'attempt', 'slot'])
    .execute();
  // Housekeeping checks for each media file whether a capture names it.
  await db.schema.createIndex('captures_by_media').on('captures').column('media_ref').execute();
}

async function createDecisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('decisions')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('sealed_comment', 'blob')
    .addColumn('api_key_id', 'text', (c) => c.notNull())
    .addColumn('decided_at', 'bigint', (c) => c.notNull())
    .execute();
  // All decisions are kept; the last one counts.
  await db.schema
    .createIndex('decisions_by_execution')
    .on('decisions')
    .columns(['execution_id', 'decided_at'])
    .execute();
}

async function createKeptReplies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_replies')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .addColumn('sealed_reply', 'blob', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  // For housekeeping.
  await db.schema.createIndex('kept_replies_by_expiry').on('kept_replies').column('expires_at').execute();
  // For purges.
  await db.schema
    .createIndex('kept_replies_by_execution')
    .on('kept_replies')
    .column('execution_id')
    .execute();
}

async function createUserMarks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_marks')
    // Must never be reused: an earlier mark has a smaller id.
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('user_hash', 'text', (c) => c.notNull())
    .addColumn('noted_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute();
  // Finds other users with the same address, device, document or face.
  await db.schema.createIndex('user_marks_by_hash').on('user_marks').columns(['hash', 'noted_at']).execute();
  // Keeps a retried job from storing a mark twice; also for purges.
  await db.schema
    .createIndex('user_marks_of_execution')
    .unique()
    .on('user_marks')
    .columns(['execution_id', 'hash'])
    .execute();
  // For housekeeping.
  await db.schema.createIndex('user_marks_over').on('user_marks').column('expires_at').execute();
}
