import type { Kysely } from 'kysely';

/** Creates the tables for a flow that continues in a popup window or on a phone. Each has at most one row per execution. */
export async function createSessionTables(db: Kysely<unknown>): Promise<void> {
  await createPopupWindows(db);
  await createHandOffs(db);
}

async function createPopupWindows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('popup_windows')
    .addColumn('execution_id', 'text', (c) => c.primaryKey().notNull().references('executions.id'))
    .addColumn('ticket_hash', 'text', (c) => c.notNull().unique())
    .addColumn('nonce_hash', 'text')
    .addColumn('opener_epoch', 'integer', (c) => c.notNull())
    .addColumn('window_epoch', 'integer')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('gone_at', 'bigint')
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('visits', 'integer', (c) => c.notNull())
    .addColumn('opened', 'integer', (c) => c.notNull())
    .addColumn('started', 'integer', (c) => c.notNull())
    .addColumn('ending', 'text')
    .addColumn('over', 'text')
    .addColumn('sealed_look', 'blob')
    .execute();
}

async function createHandOffs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('hand_offs')
    .addColumn('execution_id', 'text', (c) => c.primaryKey().notNull().references('executions.id'))
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('pairing_code', 'text', (c) => c.notNull())
    .addColumn('nonce_hash', 'text')
    .addColumn('opener_nonce_hash', 'text')
    .addColumn('opener_epoch', 'integer', (c) => c.notNull())
    .addColumn('origin_epoch', 'integer')
    .addColumn('phone_epoch', 'integer')
    .addColumn('returned_epoch', 'integer')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('gone_at', 'bigint')
    .addColumn('silent', 'integer', (c) => c.notNull())
    .addColumn('sealed_look', 'blob')
    .execute();
}
