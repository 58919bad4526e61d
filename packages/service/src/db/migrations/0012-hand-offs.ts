import type { Migration } from 'kysely';

/** Flows that pages hand over to a phone. */
export const handOffs: Migration = {
  async up(db) {
    await db.schema
      .createTable('hand_offs')
      .addColumn('execution_id', 'text', (c) => c.primaryKey().notNull().references('executions.id'))
      .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
      .addColumn('pairing_code', 'text', (c) => c.notNull())
      .addColumn('opener_epoch', 'integer', (c) => c.notNull())
      .addColumn('phone_epoch', 'integer')
      .addColumn('nonce_hash', 'text')
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('gone_at', 'bigint')
      .addColumn('silent', 'integer', (c) => c.notNull())
      .addColumn('returned_epoch', 'integer')
      .addColumn('sealed_look', 'blob')
      .execute();
  },
};
