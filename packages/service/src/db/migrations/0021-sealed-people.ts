import { sql } from 'kysely';
import type { StagedMigration } from './staged-migration.ts';

/**
 * Stores a MAC and a serial for each person, and for each account's rule that requires a second step. Existing rows are sealed
 * when the service starts with its master key.
 */
export const sealedPeople: StagedMigration = {
  phase: 'contract',
  async up(db) {
    await db.schema
      .alterTable('people')
      .addColumn('serial', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('people').addColumn('mac', 'text').execute();
    await db.schema
      .createTable('sign_in_rules')
      .addColumn('account_id', 'text', (c) => c.primaryKey().notNull().references('accounts.id'))
      .addColumn('requires_second_step', 'integer', (c) => c.notNull())
      .addColumn('serial', 'bigint', (c) => c.notNull())
      .addColumn('mac', 'text')
      .execute();
    await sql`insert into sign_in_rules (account_id, requires_second_step, serial)
      select id, 1, 0 from accounts where requires_second_step = 1`.execute(db);
    await db.schema.alterTable('accounts').dropColumn('requires_second_step').execute();
  },
};
