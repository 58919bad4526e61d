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

/**
 * Wraps a pool. Its calls fail with a `LostDatabaseError` if the server does not answer, even if a network failure does not
 * close the connection. The connection is then closed, because its transaction must not continue under the next caller.
 */
function reportLosses(pool: pg.Pool, timeoutMs: number | null): PostgresPool {
  const begin = boundedBegin(timeoutMs);
  return {
    async connect() {
      const client = await orLost(() => pool.connect());
      let loss: unknown = null;
      const query = async (text: string, parameters: readonly unknown[]) => {
        // The server rolls the transaction back.
        if (loss !== null) throw loss;
        try {
          const values = parameters as unknown[];
          const call = { text: text === 'begin' ? begin : text, values };
          return await orLost(() =>
            client.query(timeoutMs === null ? call : { ...call, ...queryTimeout(timeoutMs) }),
          );
        } catch (error) {
          if (error instanceof LostDatabaseError) loss = error;
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
    return collisions.includes((error as { code?: unknown }).code);
  }
}

/**
 * Returns 64 bits of a hash as the key of a lock. Two names with the same bits wait for each other unnecessarily, but nothing
 * breaks.
 */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}
