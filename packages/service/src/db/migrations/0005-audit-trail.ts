import { type Kysely, sql } from 'kysely';
import { byDialect, withoutRowid } from '../dialect.ts';
import type { StagedMigration } from './staged-migration.ts';

/** Stores the audit trail. Its rows are only added, never changed. */
export const auditTrail: StagedMigration = {
  phase: 'contract',
  async up(db) {
    await db.schema
      .createTable('audit_events')
      .addColumn('chain', 'text', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('actor_kind', 'text', (c) => c.notNull())
      .addColumn('actor_id', 'text', (c) => c.notNull())
      .addColumn('act', 'text', (c) => c.notNull())
      .addColumn('subject_kind', 'text')
      .addColumn('subject_id', 'text')
      .addColumn('mode', 'text')
      .addColumn('changes', 'text')
      .addColumn('address', 'text')
      .addColumn('execution_seq', 'bigint')
      .addColumn('previous', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('audit_events_key', ['chain', 'seq'])
      .modifyEnd(withoutRowid)
      .execute();
    await index(db, 'audit_events_by_time', ['at', 'chain', 'seq']);
    await index(db, 'audit_events_by_subject', ['subject_id', 'at', 'chain', 'seq']);
    await index(db, 'audit_events_by_act', ['act', 'at', 'chain', 'seq']);
    await createRefusal(db);
    await refuse(db, 'update');
    await refuse(db, 'delete');
    await db.schema
      .createTable('audit_checkpoints')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('sealed_at', 'bigint', (c) => c.notNull())
      .addColumn('heads', 'text', (c) => c.notNull())
      .addColumn('mac', 'text', (c) => c.notNull())
      .execute();
  },
};

async function index(db: Kysely<unknown>, name: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on('audit_events').columns(columns).execute();
}

async function refuse(db: Kysely<unknown>, change: 'update' | 'delete'): Promise<void> {
  const name = sql.id(`audit_events_refuse_${change}`);
  await byDialect({
    sqlite: sql`
    create trigger ${name} before ${sql.raw(change)} on audit_events
    begin select raise(abort, 'The audit trail is never changed.'); end`,
    postgres: sql`create trigger ${name} before ${sql.raw(change)} on audit_events execute function refuse_change()`,
  }).execute(db);
}

/** Creates the function that the triggers call in PostgreSQL; triggers in SQLite need none. */
async function createRefusal(db: Kysely<unknown>): Promise<void> {
  await byDialect({
    sqlite: sql`select 1`,
    postgres: sql`
    create function refuse_change() returns trigger language plpgsql as $$
    BEGIN RAISE EXCEPTION 'The audit trail is never changed.'; END $$`,
  }).execute(db);
}
