import { createHash } from 'node:crypto';
import {
  CompiledQuery,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryCompiler,
} from 'kysely';
import type pg from 'pg';
import type { LockingAdapter } from '../../in-transaction.ts';
import type { Schema } from '../../schema.ts';
import { DirectConnections, isCausedByPooler } from './direct-connections.ts';
import { LostDatabaseError, orLost } from './lost-database.ts';
import { PostgresCompiler } from './postgres-compiler.ts';

/** Kysely dialect for a pool of PostgreSQL connections. */
export class PostgresPoolDialect implements Dialect {
  readonly #pool: pg.Pool;
  readonly #timeoutMs: number | null;

  /** @param timeoutMs - time-out of a statement, in ms; null: none. */
  constructor(pool: pg.Pool, timeoutMs: number | null) {
    this.#pool = pool;
    this.#timeoutMs = timeoutMs;
  }

  createDriver(): Driver {
    return new PostgresDriver({ pool: reportLosses(this.#pool, this.#timeoutMs) });
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresCompiler();
  }

  createAdapter(): DialectAdapter {
    return new PostgresLockingAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

/** Maximum time between two statements of a transaction, in ms. */
const maxIdleMs = 30_000;

/** How much longer the client waits than the server's time-out, in ms, so that a reachable server can report the cause. */
const clientGraceMs = 2000;

/**
 * Returns the statement that begins a transaction. Its locks affect all instances, so the server ends the transaction if its
 * process freezes or dies between two statements, or if a statement takes too long. The limits are set inside the transaction,
 * so that they also work behind a connection pooler.
 */
function boundedBegin(timeoutMs: number | null): string {
  const bound = `begin; set local idle_in_transaction_session_timeout = ${maxIdleMs}`;
  return timeoutMs === null ? bound : `${bound}; set local statement_timeout = ${timeoutMs}`;
}

/** The text that stands for a batch of queries, which are its parameters. */
const batchText = 'batch';

/** Result of a query of a batch. */
export interface BatchResult {
  readonly rows: readonly unknown[];
  /** Number of rows that it returned or changed. */
  readonly rowCount: number | null;
}

/**
 * Runs queries that do not depend on each other's results, in their order. On a direct connection, all are sent at once.
 *
 * @returns their results.
 * @throws the first error; the server carries out no query after the one that failed, if they are in a transaction.
 */
export async function runBatch(
  db: Kysely<Schema>,
  queries: readonly CompiledQuery[],
): Promise<readonly BatchResult[]> {
  if (queries.length === 0) return [];
  const { rows } = await db.executeQuery(CompiledQuery.raw(batchText, [...queries]));
  return rows as BatchResult[];
}

/** A query as `pg` sends it. */
type Call = Pick<CompiledQuery, 'parameters' | 'sql'>;

/** Result of a command that was not sent. */
const nothingSent = { command: '', rowCount: null, rows: [] } as const;

/**
 * Wraps a pool. Its calls fail with a `LostDatabaseError` if the server does not answer, even if a network failure does not
 * close the connection. The connection is then closed, because its transaction must not continue under the next caller.
 *
 * On a direct connection, a transaction that begins with reads does not wait for the reply to `begin`.
 */
function reportLosses(pool: pg.Pool, timeoutMs: number | null): PostgresPool {
  const begin: Call = { sql: boundedBegin(timeoutMs), parameters: [] };
  const connections = new DirectConnections();
  return {
    async connect() {
      const client = await orLost(() => pool.connect());
      /** Why the connection cannot be used any more. */
      let loss: unknown = null;
      let isBeginDue = false;
      const release = () => client.release(loss !== null);
      const isDirect = await orLost(() => connections.isDirect(client, timeoutOf(1, timeoutMs))).catch(
        (error) => {
          loss = error;
          release();
          throw error;
        },
      );
      /** @param waiting - number of calls whose replies are awaited at once: each may take as long as a statement may. */
      const send = ({ sql, parameters }: Call, waiting = 1) => {
        const name = connections.nameOf(client, sql);
        const call = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
        return orLost(() => client.query({ ...call, ...timeoutOf(waiting, timeoutMs) }));
      };
      const sendAll = async (calls: readonly Call[]) => {
        const replies: pg.QueryResult[] = [];
        if (isDirect) replies.push(...(await allOf(calls.map((call) => send(call, calls.length)))));
        else for (const call of calls) replies.push(await send(call));
        return replies;
      };
      /** Begins the transaction. Only reads go with `begin`: other statements would be committed alone if it failed. */
      const beginWith = async (calls: readonly Call[]) => {
        const begun = send(begin, calls.length + 1).catch((error) => {
          loss = error;
          throw error;
        });
        if (!isDirect || !calls.every(isRead)) await begun;
        const [, replies] = await allOf([begun, sendAll(calls)]);
        return replies;
      };
      const query = async (text: string, parameters: readonly unknown[]) => {
        // The server rolls the transaction back.
        if (loss !== null) throw loss;
        const isEnd = text === 'commit' || text === 'rollback';
        const wasBeginDue = isBeginDue;
        isBeginDue = text === 'begin';
        if (isBeginDue || (wasBeginDue && isEnd)) return nothingSent;
        const calls = text === batchText ? (parameters as Call[]) : [{ sql: text, parameters }];
        try {
          const replies = await (wasBeginDue ? beginWith(calls) : sendAll(calls));
          return text === batchText ? { ...nothingSent, rows: replies } : replies[0];
        } catch (error) {
          if (error instanceof LostDatabaseError) loss = error;
          if (isCausedByPooler(error)) connections.refuseNames();
          throw error;
        }
      };
      return { query: query as unknown as PostgresPoolClient['query'], release };
    },
    end: () => pool.end(),
  };
}

function isRead({ sql }: Call): boolean {
  return /^select\b/i.test(sql);
}

/** Waits for all promises, and returns their values or throws the first error in their order. */
async function allOf<Promises extends readonly Promise<unknown>[]>(
  promises: readonly [...Promises],
): Promise<{ [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  await Promise.allSettled(promises);
  for (const promise of promises) await promise;
  return Promise.all(promises) as never;
}

/** Returns the `pg` option for a time-out; its types allow that option only for clients. */
function timeoutOf(calls: number, timeoutMs: number | null): { readonly query_timeout?: number } {
  return timeoutMs === null ? {} : { query_timeout: calls * timeoutMs + clientGraceMs };
}

/** SQLSTATE of transactions that failed because of others: serialization_failure, deadlock_detected. */
const collisions: readonly unknown[] = ['40001', '40P01'];

/** Uses advisory locks of the transaction, so that they end with it however it ends. */
class PostgresLockingAdapter extends PostgresAdapter implements LockingAdapter {
  lockingQuery(name: string, isShared: boolean): CompiledQuery {
    const lock = isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
    return CompiledQuery.raw(`select ${lock}($1::bigint)`, [lockKey(name)]);
  }

  isCollision(error: unknown): boolean {
    // Without named statements, a retry succeeds.
    return collisions.includes((error as { code?: unknown }).code) || isCausedByPooler(error);
  }
}

/**
 * Returns 64 bits of a hash as the key of a lock. Two names with the same bits wait for each other unnecessarily, but nothing
 * breaks.
 */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}
