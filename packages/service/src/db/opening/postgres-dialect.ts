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
import type { LockingAdapter } from '../in-transaction.ts';
import { orLost } from './lost-database.ts';
import { PostgresCompiler } from './postgres-compiler.ts';

/** Kysely over a pool of connections to PostgreSQL. */
export class PostgresPoolDialect implements Dialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  createDriver(): Driver {
    return new PostgresDriver({ pool: tellLosses(this.#pool) });
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

/**
 * The beginning of a transaction. Its locks are those of all instances: the server ends it when its process is frozen or gone
 * between two statements. Said in the transaction, so that it holds behind a pooler.
 */
const bounded = `begin; set local idle_in_transaction_session_timeout = ${longestIdleMs}`;

/** The pool, whose calls fail with a `LostDatabaseError` where no answer of the server came. */
function tellLosses(pool: PostgresPool): PostgresPool {
  return {
    async connect() {
      const client = await orLost(() => pool.connect());
      const query = (text: string, parameters: readonly unknown[]) =>
        orLost(() => client.query(text === 'begin' ? bounded : text, parameters));
      return { query: query as PostgresPoolClient['query'], release: () => client.release() };
    },
    end: () => pool.end(),
  };
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

/** 64 bits of a hash: two names that share them wait for each other without need, and nothing else. */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}
