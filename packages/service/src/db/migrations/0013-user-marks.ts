import type { Migration } from 'kysely';

/** What tells that different users came from one address or device, or with one document; and what a device told of itself. */
export const userMarks: Migration = {
  async up(db) {
    await db.schema
      .createTable('user_marks')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('execution_id', 'text', (c) => c.notNull().references('executions.id'))
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('user_hash', 'text', (c) => c.notNull())
      .addColumn('noted_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('user_marks_by_hash')
      .on('user_marks')
      .columns(['hash', 'noted_at'])
      .execute();
    await db.schema
      .createIndex('user_marks_of_execution')
      .unique()
      .on('user_marks')
      .columns(['execution_id', 'hash'])
      .execute();
    await db.schema.createIndex('user_marks_over').on('user_marks').column('expires_at').execute();
    await db.schema.alterTable('executions').addColumn('sealed_session', 'blob').execute();
  },
};
