import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { StagedMigration } from './staged-migration.ts';

/**
 * Stores a MAC and a serial for each row that gives rights. Existing keys and memberships are sealed when the service starts
 * with its master key; existing sessions and invitations end. Several people may now have the same e-mail address, each known
 * only to the accounts that invited them.
 */
export const sealedRights: StagedMigration = {
  phase: 'contract',
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('mac', 'text').execute();
    for (const table of ['api_keys', 'memberships', 'admin_sessions'])
      await db.schema
        .alterTable(table)
        .addColumn('serial', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    await sql`delete from admin_sessions`.execute(db);
    await db.schema.alterTable('admin_sessions').addColumn('mac', 'text').execute();
    await replaceInvitations(db);
    await allowSameEmail(db);
  },
};

async function replaceInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('invitations').execute();
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.references('people.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('modes', 'text', (c) => c.notNull())
    .addColumn('pictures', 'integer', (c) => c.notNull())
    .addColumn('invited_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('serial', 'bigint', (c) => c.notNull())
    .addColumn('mac', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('invitations_of_account')
    .on('invitations')
    .columns(['account_id', 'email'])
    .execute();
  await db.schema.createIndex('invitations_of_person').on('invitations').column('person_id').execute();
  await db.schema.createIndex('invitations_by_end').on('invitations').column('expires_at').execute();
}

/** Recreates the table of people without the unique constraint on e-mail addresses, which SQLite cannot drop. */
async function allowSameEmail(db: Kysely<unknown>): Promise<void> {
  await sql`delete from people where sealed_credentials is null
    and id not in (select person_id from memberships)`.execute(db);
  if (isPostgres(db)) await sql`alter table people drop constraint people_email_key`.execute(db);
  else await recreatePeople(db);
  await db.schema.createIndex('people_by_email').on('people').column('email').execute();
}

async function recreatePeople(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'table' and name = 'people'`.execute(db);
  const definition = rows[0]?.sql ?? '';
  const changed = definition.replace(/("email" text not null) unique/i, '$1');
  if (changed === definition) throw new Error('The table of people is not as it was made.');
  // Memberships refer to people, so checks foreign keys only at the end of the transaction.
  await sql`pragma defer_foreign_keys = on`.execute(db);
  await sql`create temp table people_before as select * from people`.execute(db);
  await sql`drop table people`.execute(db);
  await sql.raw(changed).execute(db);
  await sql`insert into people select * from people_before`.execute(db);
  await sql`drop table people_before`.execute(db);
}
