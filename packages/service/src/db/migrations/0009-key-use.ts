import type { Migration } from 'kysely';

/** What an operator wants to know of a key: what it is called, its mode, and when it was last used. */
export const keyUse: Migration = {
  async up(db) {
    const alter = () => db.schema.alterTable('api_keys');
    // Until now keys were made for development alone, and those are test keys.
    await alter()
      .addColumn('mode', 'text', (c) => c.notNull().defaultTo('test'))
      .execute();
    await alter().addColumn('name', 'text').execute();
    await alter().addColumn('last_used_at', 'bigint').execute();
  },
};
