import { type Kysely, Migrator } from 'kysely';
import { timeOrderedId } from '../../time-ordered-id.ts';
import { noLock } from '../../transaction-locks.ts';
import { holdName, inTransaction } from '../in-transaction.ts';
import { createInstanceStore } from '../instances/instances.ts';
import { listenPostgres } from '../instances/listen-postgres.ts';
import { sessionMarksOf } from '../instances/session-marks.ts';
import { postgresMigrations } from '../migrations/postgres-migrations.ts';
import type { Database, Schema } from '../schema.ts';
import { TurnReads } from '../turn-reads.ts';
import type { WriteStep } from '../write-step.ts';
import { findPostgresFault } from './find-postgres-fault.ts';
import type { OpenDatabase } from './open-database.ts';
import { connectToPostgres, usualTimeoutMs } from './postgres-pool.ts';
import { UnsupportedDataError } from './unsupported-data.ts';

/**
 * Opens a PostgreSQL database, and brings it to the newest migration.
 *
 * @param timeoutMs - how long a statement may take.
 * @throws {UnsupportedDataError} when it cannot be used, with the remedy; nothing was written then.
 * @throws when a migration fails: nothing of it is kept.
 */
export function openPostgres(url: string, timeoutMs = usualTimeoutMs): Promise<OpenDatabase> {
  return open(url, timeoutMs, async (connectionName) => {
    // A migration takes as long as it takes.
    const db = connectToPostgres(url, connectionName, null);
    await migrate(db).finally(() => db.destroy());
  });
}

/** Opens a PostgreSQL database as it is, to look at it or beside the service that migrates it. @throws as {@link openPostgres} does. */
export function joinPostgres(url: string, timeoutMs = usualTimeoutMs): Promise<OpenDatabase> {
  return open(url, timeoutMs, async () => {});
}

async function open(
  url: string,
  timeoutMs: number,
  prepare: (connectionName: string) => Promise<void>,
): Promise<OpenDatabase> {
  const id = timeOrderedId(Date.now());
  const connectionName = `orchestration ${id}`;
  const main = connectToPostgres(url, connectionName, timeoutMs);
  const reader = connectToPostgres(url, connectionName, timeoutMs);
  const close = async () => {
    await reader.destroy();
    await main.destroy();
  };
  try {
    const fault = await findPostgresFault(main, url);
    if (fault) throw new UnsupportedDataError(fault);
    await prepare(connectionName);
  } catch (error) {
    await close();
    throw error;
  }
  const reads = new TurnReads();
  return {
    main,
    sharing: {
      instances: createInstanceStore(main, id),
      connectionName,
      openLine: listenPostgres(url, connectionName),
      marksOf: (executionIds) => sessionMarksOf(reader, executionIds),
    },
    reader,
    read: async (query) => (await reader.executeQuery(query)).rows,
    shareReads: (find) => reads.share(find),
    async write(steps) {
      await inTransaction(main, noLock, (trx) => carryOut(trx, steps));
      reads.forget();
    },
    // Vacuum is the database's own.
    emptyLog: async () => true,
    close,
  };
}

async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => postgresMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}

async function carryOut(trx: Database, steps: readonly WriteStep[]): Promise<void> {
  const known = new Map<string, unknown>();
  for (const step of steps) {
    if (!('follow' in step)) {
      await trx.executeQuery(step);
      continue;
    }
    await holdName(trx, step.name);
    const found = known.get(step.name) ?? (await trx.executeQuery(step.find)).rows[0];
    const { query, leaves, unlessOne } = step.follow(found as never);
    known.set(step.name, leaves);
    if ((await trx.executeQuery(query)).numAffectedRows !== 1n) throw unlessOne();
  }
}
