import type { Migration } from 'kysely';

/** Lets an API key end by itself. */
export const keyExpiry: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('expires_at', 'integer').execute();
  },
};
