import type { Migration } from 'kysely';

/** How the user comes to an execution, and where a link sends them in the end. */
export const links: Migration = {
  async up(db) {
    await db.schema
      .alterTable('executions')
      .addColumn('channel', 'text', (c) => c.notNull().defaultTo('token'))
      .execute();
    await db.schema.alterTable('executions').addColumn('sealed_redirects', 'blob').execute();
  },
};
