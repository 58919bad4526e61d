import type { Kysely } from 'kysely';
import type { StagedMigration } from './staged-migration.ts';

/** Stores the people who sign in to the Admin Panel, their accounts and roles, and their sessions. */
export const people: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await createPeople(db);
    await createInvitations(db);
    await createSessions(db);
  },
};

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sealed_credentials', 'blob')
    .addColumn('credentials_at', 'bigint')
    .addColumn('totp_step', 'bigint')
    .execute();
  await db.schema
    .createTable('memberships')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('modes', 'text', (c) => c.notNull())
    .addColumn('pictures', 'integer', (c) => c.notNull())
    .addColumn('mac', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('memberships_key', ['account_id', 'person_id'])
    .execute();
  await db.schema.createIndex('memberships_of_person').on('memberships').column('person_id').execute();
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('modes', 'text', (c) => c.notNull())
    .addColumn('pictures', 'integer', (c) => c.notNull())
    .addColumn('invited_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('invitations_of_account')
    .on('invitations')
    .columns(['account_id', 'person_id'])
    .execute();
  await db.schema.createIndex('invitations_by_end').on('invitations').column('expires_at').execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('admin_sessions')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('network', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('authenticated_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  // For "sign out everywhere", and for finding a person's usual networks.
  await db.schema
    .createIndex('admin_sessions_of_person')
    .on('admin_sessions')
    .columns(['person_id', 'network', 'created_at'])
    .execute();
  await db.schema.createIndex('admin_sessions_by_end').on('admin_sessions').column('expires_at').execute();
}
