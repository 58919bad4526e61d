import type { Migration } from 'kysely';

/** A page may hand its flow over again after it took it back: the session it had at first says whose flow that is. */
export const handOffOrigins: Migration = {
  async up(db) {
    await db.schema.alterTable('hand_offs').addColumn('origin_epoch', 'integer').execute();
  },
};
