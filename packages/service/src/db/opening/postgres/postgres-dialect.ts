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
import { LostDatabaseError, orLost } from './lost-database.ts';
import { isCausedByPooler, NamedStatements } from './named-statements.ts';
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
 * Runs queries that do not depend on each other's results: all are sent at once and carried out in their order.
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
 * A transaction begins together with its first query, so that it does not wait for the reply to `begin`.
 */
function reportLosses(pool: pg.Pool, timeoutMs: number | null): PostgresPool {
  const begin: Call = { sql: boundedBegin(timeoutMs), parameters: [] };
  const named = new NamedStatements(pool);
  return {
    async connect() {
      const client = await orLost(() => pool.connect());
      let loss: unknown = null;
      let isBeginDue = false;
      const send = ({ sql, parameters }: Call) => {
        const name = named.nameOf(client, sql);
        const call = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
        return orLost(() =>
          client.query(timeoutMs === null ? call : { ...call, ...queryTimeout(timeoutMs) }),
        );
      };
      const sendAll = async (calls: readonly Call[]) => {
        const replies = await Promise.allSettled(calls.map(send));
        return replies.map((reply) => {
          if (reply.status === 'fulfilled') return reply.value;
          throw reply.reason;
        });
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
          const replies = await sendAll(wasBeginDue ? [begin, ...calls] : calls);
          const rows = replies.slice(-calls.length);
          return text === batchText ? { ...nothingSent, rows } : rows[0];
        } catch (error) {
          if (error instanceof LostDatabaseError) loss = error;
          if (isCausedByPooler(error)) named.refuse();
          throw error;
        }
      };
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: () => client.release(loss !== null),
      };
    },
    end: () => pool.end(),
  };
}

/** Returns the `pg` option for a time-out; its types allow that option only for clients. */
function queryTimeout(timeoutMs: number): { readonly query_timeout: number } {
  return { query_timeout: timeoutMs + clientGraceMs };
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
