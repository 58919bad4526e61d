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
import { connectToPostgres, nameOfDatabase, usualTimeoutMs } from './postgres-pool.ts';

/** Options of {@link openPostgres}. */
export interface PostgresOptions {
  readonly mayMigrate?: boolean | undefined;
  readonly timeoutMs?: number | null | undefined;
}

/**
 * Opens a PostgreSQL database, and sets an empty one up.
 *
 * @param options.mayMigrate - whether it brings one to the newest migration that went through some.
 * @param options.timeoutMs - how long a statement may take; null: as long as it takes.
 * @throws {UnsupportedDataError} when it cannot be used, with the remedy; nothing was written then.
 * @throws when a migration fails: nothing of it is kept.
 */
export function openPostgres(
  url: string,
  { mayMigrate = false, timeoutMs = usualTimeoutMs }: PostgresOptions = {},
): Promise<OpenDatabase> {
  return open(url, timeoutMs, async (main, connectionName) => {
    const { done } = await readHistory(main);
    const pending = pendingOf(postgresMigrations, done);
    if (pending.length === 0) return [];
    if (done.length === 0 || mayMigrate) {
      // A migration takes as long as it takes.
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
 * Opens a PostgreSQL database without migrating it, to examine it or to use it next to the service.
 *
 * @throws as {@link openPostgres} does.
 */
export function joinPostgres(url: string, timeoutMs = usualTimeoutMs): Promise<OpenDatabase> {
  return open(url, timeoutMs, async () => []);
}

/**
 * Brings a PostgreSQL database to the newest migration, and does nothing else.
 *
 * @param record - called with the names of what was carried out, where anything was.
 * @throws as {@link openPostgres} does.
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
    // Vacuum is the database's own.
    emptyLog: async () => true,
    close,
  };
}

/**
 * Joins the instances, unless a migration that this version cannot use has run since it opened the database: migrations wait only
 * for instances that have joined.
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
