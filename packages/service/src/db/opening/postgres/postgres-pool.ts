import { Kysely } from 'kysely';
import pg from 'pg';
import type { Schema } from '../../schema.ts';
import { PostgresPoolDialect } from './postgres-dialect.ts';

/** Number of connections in each pool. Reads have a separate pool, because a transaction may read outside of itself. */
const poolSize = 10;

/** Maximum wait for a connection, in ms. */
const connectWithinMs = 10_000;

/** Default time-out of a statement, in ms. Shorter than a lease, so that a hanging statement does not delay other instances. */
export const defaultTimeoutMs = 10_000;

/**
 * Types that `pg` returns as text, because a number cannot hold all of their values. Ours are times in ms, counts and sums,
 * which fit.
 */
const numeric: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (numeric.has(id) ? Number : pg.types.getTypeParser(id, format)) as never,
};

/**
 * Opens a pool of connections. It connects with the first query; a connection that breaks or does not answer in time is
 * replaced with the next query.
 *
 * @param timeoutMs - time-out of a statement, in ms; null: none.
 */
export function connectToPostgres(
  url: string,
  connectionName = 'orchestration',
  timeoutMs: number | null = defaultTimeoutMs,
): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: withoutName(url),
    types,
    max: poolSize,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: connectionName,
    // Sends a query without waiting for the reply to the previous one, for `runBatch`.
    pipeline: true,
  });
  pool.on('error', () => {});
  // A connection that breaks between two queries of a transaction emits an error, too. Without a listener, the process would
  // end.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Schema>({ dialect: new PostgresPoolDialect(pool, timeoutMs) });
}

/** Removes the connection name from the URL: it would replace the name that distinguishes processes. */
export function withoutName(url: string): string {
  const named = new URL(url);
  named.searchParams.delete('application_name');
  return named.href;
}

/** Returns the name of a URL's database without role and password, for the beginning of a sentence. */
export function nameOfDatabase(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `The database ${decodeURIComponent(pathname.slice(1))} at ${host || searchParams.get('host')}`;
}

/**
 * Finds files in a URL, such as certificates, that cannot be read.
 *
 * @returns null if all can be read.
 */
export function faultOfDatabaseFiles(url: string): string | null {
  try {
    new pg.Client({ connectionString: url });
    return null;
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    return path === undefined
      ? 'has parameters that cannot be used'
      : `names ${path}, which cannot be read (${code})`;
  }
}
