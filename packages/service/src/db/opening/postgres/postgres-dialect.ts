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

/** Kysely over a pool of connections to PostgreSQL. */
export class PostgresPoolDialect implements Dialect {
  readonly #pool: pg.Pool;
  readonly #timeoutMs: number | null;

  /** @param timeoutMs - how long a statement may take; null: as long as it takes. */
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

/** Longest time between two statements of a transaction, in ms. */
const longestIdleMs = 30_000;

/** How much longer than the server the client waits, in ms: the answer of a server that is there says why. */
const answerWithinMs = 2000;

/**
 * The beginning of a transaction. Its locks are those of all instances: the server ends it when its process is frozen or gone
 * between two statements, and a statement that takes too long. Said in the transaction, so that it holds behind a pooler.
 */
function boundedBegin(timeoutMs: number | null): string {
  const bound = `begin; set local idle_in_transaction_session_timeout = ${longestIdleMs}`;
  return timeoutMs === null ? bound : `${bound}; set local statement_timeout = ${timeoutMs}`;
}

/**
 * The pool, whose calls fail with a `LostDatabaseError` where no answer of the server came, also when a network that is gone cuts
 * nothing. The connection is closed then: its transaction must not go on under the next caller.
 */
function reportLosses(pool: pg.Pool, timeoutMs: number | null): PostgresPool {
  const begin = boundedBegin(timeoutMs);
  return {
    async connect() {
      const client = await orLost(() => pool.connect());
      let loss: unknown = null;
      const query = async (text: string, parameters: readonly unknown[]) => {
        // Rolling back has been left to the server.
        if (loss !== null) throw loss;
        try {
          const values = parameters as unknown[];
          const call = { text: text === 'begin' ? begin : text, values };
          return await orLost(() =>
            client.query(timeoutMs === null ? call : { ...call, ...within(timeoutMs) }),
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

/** The option of `pg` that its types know for clients alone. */
function within(timeoutMs: number): { readonly query_timeout: number } {
  return { query_timeout: timeoutMs + answerWithinMs };
}

/** SQLSTATE of transactions that failed because of others: serialization_failure, deadlock_detected. */
const collisions: readonly unknown[] = ['40001', '40P01'];

/** Takes locks as advisory locks of the transaction, so that nothing is left of them whatever becomes of it. */
class PostgresLockingAdapter extends PostgresAdapter implements LockingAdapter {
  lockingQuery(name: string, isShared: boolean): CompiledQuery {
    const lock = isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
    return CompiledQuery.raw(`select ${lock}($1::bigint)`, [lockKey(name)]);
  }

  isCollision(error: unknown): boolean {
    return collisions.includes((error as { code?: unknown }).code);
  }
}

/** 64 bits of a hash. Two names with the same bits wait for each other without need, but nothing breaks. */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}
