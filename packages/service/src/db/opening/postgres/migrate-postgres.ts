import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { listInstances } from '../../instances/list-instances.ts';
import { postgresMigrations } from '../../migrations/postgres-migrations.ts';
import type { Database, Schema } from '../../schema.ts';
import { runMigrations } from '../run-migrations.ts';
import { pendingOf, readHistory } from '../schema-history.ts';
import { UnsupportedDataError } from '../unsupported-data.ts';

/** Maximum wait for a table lock, in ms. All queries of the table wait behind it. */
const lockWithinMs = 2000;

/** Number of attempts to get the locks. */
const lockTries = 30;

/** SQLSTATE lock_not_available. */
const lockNotAvailable = '55P03';

/**
 * Migrates a PostgreSQL database to the newest migration.
 *
 * @returns the migrations that were carried out; none if a newer version has already carried out more.
 * @throws {UnsupportedDataError} if running instances could not use the database afterwards.
 * @throws if a migration fails; nothing is kept of any of them then.
 */
export async function migratePostgres(db: Kysely<Schema>): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    // Does not call the migrator, because it refuses a database with unknown migrations.
    if (pendingOf(postgresMigrations, (await readHistory(db)).done).length === 0) return [];
    try {
      return await runMigrations(db, postgresMigrations, prepare);
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable || tries === lockTries) throw error;
      await pause(500 + Math.random() * 1000);
    }
  }
}

async function prepare(trx: Database, name: string): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(lockWithinMs)}`.execute(trx);
  if (postgresMigrations[name]?.phase === 'contract') await refuseRunning(trx, name);
}

/** Keeps instances from joining until the transaction ends, and throws if any are running. */
async function refuseRunning(trx: Database, name: string): Promise<void> {
  const { rows } = await sql`select 1 where to_regclass('instances') is not null`.execute(trx);
  if (rows.length === 0) return;
  await sql`lock table instances in share row exclusive mode`.execute(trx);
  const running = (await listInstances(trx)).filter(({ isGone }) => !isGone);
  if (running.length === 0) return;
  const versions = [...new Set(running.map(({ version }) => version ?? 'unknown'))].join(', ');
  throw new UnsupportedDataError({
    cause: `Running instances cannot continue after the migration ${name}: ${running.length}, version ${versions}.`,
    remedy: 'Stop all instances, then migrate. A killed instance counts as running for 20 seconds.',
  });
}
