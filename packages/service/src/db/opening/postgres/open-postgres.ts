import type { Kysely } from 'kysely';
import type { ChecksRole, InstanceStore } from '../../../instances/instance-store.ts';
import { serviceVersion } from '../../../service-version.ts';
import { timeOrderedId } from '../../../time-ordered-id.ts';
import { noLock } from '../../../transaction-locks.ts';
import { inTransaction } from '../../in-transaction.ts';
import { createInstanceStore } from '../../instances/instances.ts';
import { listenPostgres } from '../../instances/listen-postgres.ts';
import { sessionMarksOf } from '../../instances/session-marks.ts';
import { postgresMigrations } from '../../migrations/postgres-migrations.ts';
import type { Database, Schema } from '../../schema.ts';
import { TurnReads } from '../../turn-reads.ts';
import type { OpenDatabase } from '../open-database.ts';
import { pendingOf, readHistory } from '../schema-history.ts';
import { UnsupportedDataError } from '../unsupported-data.ts';
import { findPostgresFault, findSchemaFault } from './find-postgres-fault.ts';
import { GroupedWrites } from './grouped-writes.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { connectToPostgres, defaultTimeoutMs, nameOfDatabase } from './postgres-pool.ts';

/** Options of {@link openPostgres}. */
export interface PostgresOptions {
  readonly mayMigrate?: boolean | undefined;
  readonly timeoutMs?: number | null | undefined;
}

/**
 * Opens a PostgreSQL database. Sets it up if it is empty.
 *
 * @param options.mayMigrate - whether to migrate an existing database to the newest migration.
 * @param options.timeoutMs - time-out of a statement, in ms; null: none.
 * @throws {UnsupportedDataError} if it cannot be used, with the remedy; nothing was written then.
 * @throws if a migration fails; nothing of it is kept then.
 */
export function openPostgres(
  url: string,
  { mayMigrate = false, timeoutMs = defaultTimeoutMs }: PostgresOptions = {},
): Promise<OpenDatabase> {
  return open(url, timeoutMs, async (main, connectionName) => {
    const { done } = await readHistory(main);
    const pending = pendingOf(postgresMigrations, done);
    if (pending.length === 0) return [];
    if (done.length === 0 || mayMigrate) {
      // Migrations have no time-out.
      const db = connectToPostgres(url, connectionName, null);
      return migratePostgres(db).finally(() => db.destroy());
    }
    throw new UnsupportedDataError({
      cause: `${nameOfDatabase(url)} lacks migrations of this version (${pending.join(', ')}).`,
      remedy: 'Run "orchestration upgrade check", then "orchestration migrate", and start again.',
    });
  });
}

/**
 * Opens a PostgreSQL database without migrating it, to examine it or to use it beside the service.
 *
 * @throws the errors of {@link openPostgres}.
 */
export function joinPostgres(url: string, timeoutMs = defaultTimeoutMs): Promise<OpenDatabase> {
  return open(url, timeoutMs, async () => []);
}

/**
 * Migrates a PostgreSQL database to the newest migration.
 *
 * @param record - called with the names of the migrations that were carried out, if any.
 * @throws the errors of {@link openPostgres}.
 */
export async function migrateDatabase(
  url: string,
  record: (db: Database, carriedOut: readonly string[]) => Promise<void>,
): Promise<readonly string[]> {
  const db = connectToPostgres(url, undefined, null);
  try {
    const fault = await findPostgresFault(db, url);
    if (fault) throw new UnsupportedDataError(fault);
    const carriedOut = await migratePostgres(db);
    if (carriedOut.length > 0) await inTransaction(db, noLock, (trx) => record(trx, carriedOut));
    return carriedOut;
  } finally {
    await db.destroy();
  }
}

async function open(
  url: string,
  timeoutMs: number | null,
  prepare: (main: Kysely<Schema>, connectionName: string) => Promise<readonly string[]>,
): Promise<OpenDatabase> {
  const id = timeOrderedId(Date.now());
  const connectionName = `orchestration ${id}`;
  const main = connectToPostgres(url, connectionName, timeoutMs);
  const reader = connectToPostgres(url, connectionName, timeoutMs);
  const close = async () => {
    await reader.destroy();
    await main.destroy();
  };
  let carriedOut: readonly string[];
  try {
    const fault = await findPostgresFault(main, url);
    if (fault) throw new UnsupportedDataError(fault);
    carriedOut = await prepare(main, connectionName);
  } catch (error) {
    await close();
    throw error;
  }
  const reads = new TurnReads();
  const writes = new GroupedWrites(main, () => reads.forget());
  const instances = createInstanceStore(main, { id, version: serviceVersion() });
  return {
    main,
    migrated: { carriedOut, snapshot: null },
    sharing: {
      instances: { ...instances, join: (checks) => joinOrRefuse(main, url, instances, checks) },
      connectionName,
      openLine: listenPostgres(url, connectionName),
      marksOf: (executionIds) => sessionMarksOf(reader, executionIds),
    },
    reader,
    read: async (query) => (await reader.executeQuery(query)).rows,
    shareReads: (find) => reads.share(find),
    write: (steps) => writes.write(steps),
    // PostgreSQL vacuums by itself.
    emptyLog: async () => true,
    close,
  };
}

/**
 * Joins the instances, unless a migration that this version cannot use has run since the database was opened: migrations wait
 * only for instances that have joined.
 */
async function joinOrRefuse(
  main: Kysely<Schema>,
  url: string,
  instances: InstanceStore,
  checks: ChecksRole | undefined,
): Promise<void> {
  await instances.join(checks);
  const fault = findSchemaFault(nameOfDatabase(url), await readHistory(main));
  if (fault === null) return;
  await instances.leave();
  throw new UnsupportedDataError(fault);
}
