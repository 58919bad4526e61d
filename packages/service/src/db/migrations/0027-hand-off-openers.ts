import type { Migration } from 'kysely';

/** A page whose flow is on a phone may be loaded anew: its nonce says that it is the one that handed over. */
export const handOffOpeners: Migration = {
  async up(db) {
    await db.schema.alterTable('hand_offs').addColumn('opener_nonce_hash', 'text').execute();
  },
};
