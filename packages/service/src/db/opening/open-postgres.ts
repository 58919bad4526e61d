import { Kysely, Migrator, sql } from 'kysely';
import pg from 'pg';
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
import { migrationsDone, type OpenDatabase } from './open-database.ts';
import { PostgresPoolDialect } from './postgres-dialect.ts';
import { type Unsupported, UnsupportedDataError } from './unsupported-data.ts';

/** Connections of each pool. A transaction may read outside of itself, so that reads have a pool of their own. */
const poolSize = 10;

/** Longest wait for a connection, in ms. */
const connectWithinMs = 10_000;

/** Types that `pg` gives as text, since no number holds all of their values: ours are times in ms, counts and sums. */
const numeric: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (numeric.has(id) ? Number : pg.types.getTypeParser(id, format)) as never,
};

/**
 * Opens a PostgreSQL database, and brings it to the newest migration.
 *
 * @throws {UnsupportedDataError} when it cannot be used, with the remedy; nothing was written then.
 * @throws when a migration fails: nothing of it is kept.
 */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const id = timeOrderedId(Date.now());
  const connectionName = `orchestration ${id}`;
  const main = connect(url, connectionName);
  const reader = connect(url, connectionName);
  const close = async () => {
    await reader.destroy();
    await main.destroy();
  };
  try {
    await refuseUnusable(main, url);
    await migrate(main);
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

function connect(url: string, connectionName: string): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: connectionName,
    types,
    max: poolSize,
    connectionTimeoutMillis: connectWithinMs,
  });
  // A connection that breaks while nobody uses it is replaced by the next call.
  pool.on('error', () => {});
  return new Kysely<Schema>({ dialect: new PostgresPoolDialect(pool) });
}

/** The oldest version of PostgreSQL that its makers still mend. */
const oldestVersion = 15;

interface ServerFacts {
  readonly version: number;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  readonly mayCreate: boolean | null;
}

/** @throws {UnsupportedDataError} */
async function refuseUnusable(db: Kysely<Schema>, url: string): Promise<void> {
  const name = nameOf(url);
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
      has_schema_privilege(current_schema(), 'CREATE') as "mayCreate"`
    .execute(db)
    .catch((error: unknown) => {
      throw unreachable(name, error);
    });
  const [facts] = rows;
  if (!facts) throw new Error('PostgreSQL said nothing about itself.');
  const fault = faultOf(name, facts);
  if (fault) throw new UnsupportedDataError(fault);
  const unknown = (await migrationsDone(db)).filter((migration) => !(migration in postgresMigrations));
  if (unknown.length === 0) return;
  throw new UnsupportedDataError({
    cause: `${name} was used by a newer version of the service (${unknown.join(', ')}).`,
    remedy: 'Run that version or a later one, or name another database.',
  });
}

function faultOf(
  name: string,
  { version, encoding, isReadOnly, mayCreate }: ServerFacts,
): Unsupported | null {
  if (version < oldestVersion)
    return {
      cause: `${name} is on PostgreSQL ${version}.`,
      remedy: `Upgrade the server to PostgreSQL ${oldestVersion} or later.`,
    };
  if (encoding !== 'UTF8')
    return {
      cause: `${name} has the encoding ${encoding}.`,
      remedy: 'Create a database with the encoding UTF8.',
    };
  if (isReadOnly)
    return {
      cause: `${name} can only be read.`,
      remedy: 'Name the primary server, with a role that may write.',
    };
  if (mayCreate !== true)
    return {
      cause: `The role may create nothing. ${name} needs tables.`,
      remedy:
        'Make it the owner of the database, or grant it: grant usage, create on schema public to <role>.',
    };
  return null;
}

/** Why nobody could connect, by SQLSTATE. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'The password is wrong, or there is no such role.',
  '28000': 'The server does not let this role in.',
  '3D000': 'There is no such database.',
  '42501': 'The role lacks a right.',
  '53300': 'The server has no connection left.',
};

function unreachable(name: string, error: unknown): Error {
  const { code, message } = error as { code?: string; message?: string };
  const why = refusals[code ?? ''] ?? `${code ?? message ?? 'The connection failed'}.`;
  const remedy = 'Check the URL of the database, and that the server runs and lets this machine connect.';
  return new UnsupportedDataError({ cause: `${name} cannot be reached: ${why}`, remedy }, { cause: error });
}

/** Names a database without role and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${decodeURIComponent(pathname.slice(1))} at ${host}`;
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
