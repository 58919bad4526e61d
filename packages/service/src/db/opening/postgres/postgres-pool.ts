import { Kysely } from 'kysely';
import pg from 'pg';
import type { Schema } from '../../schema.ts';
import { PostgresPoolDialect } from './postgres-dialect.ts';

/** Connections of each pool. A transaction may read outside of itself, so that reads have a pool of their own. */
const poolSize = 10;

/** Longest wait for a connection, in ms. */
const connectWithinMs = 10_000;

/** Longest time that a statement may take by default, in ms: less than a lease, so that one that hangs costs no other instance a wait. */
export const usualTimeoutMs = 10_000;

/** Types that `pg` gives as text, since no number holds all of their values: ours are times in ms, counts and sums. */
const numeric: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (numeric.has(id) ? Number : pg.types.getTypeParser(id, format)) as never,
};

/**
 * Opens a pool of connections. None is made before the first query; one that breaks, or gives no answer in time, is replaced by the
 * next query.
 *
 * @param timeoutMs - how long a statement may take; null: as long as it takes.
 */
export function connectToPostgres(
  url: string,
  connectionName = 'orchestration',
  timeoutMs: number | null = usualTimeoutMs,
): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: withoutName(url),
    types,
    max: poolSize,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: connectionName,
  });
  pool.on('error', () => {});
  // A connection that breaks between two queries of a transaction emits it, too: without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Schema>({ dialect: new PostgresPoolDialect(pool, timeoutMs) });
}

/** Removes the name of connections from the URL: it would replace the name by which processes are told apart. */
export function withoutName(url: string): string {
  const named = new URL(url);
  named.searchParams.delete('application_name');
  return named.href;
}

/** Names the database of a URL without role and password, as the beginning of a sentence. */
export function nameOfDatabase(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `The database ${decodeURIComponent(pathname.slice(1))} at ${host || searchParams.get('host')}`;
}

/**
 * Finds files, such as certificates, that a URL names but that cannot be read.
 *
 * @returns null if there are none.
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
