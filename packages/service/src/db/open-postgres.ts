import { Kysely, Migrator } from 'kysely';
import pg from 'pg';
import { noLock } from '../transaction-locks.ts';
import { holdName, inTransaction } from './in-transaction.ts';
import { postgresMigrations } from './migrations/postgres-migrations.ts';
import type { OpenDatabase } from './open-database.ts';
import { PostgresPoolDialect } from './postgres-dialect.ts';
import type { Database, Schema } from './schema.ts';
import { TurnReads } from './turn-reads.ts';
import type { WriteStep } from './write-step.ts';

/** Connections of each pool. A transaction may read outside of itself, so that reads have a pool of their own. */
const poolSize = 10;

/** Longest wait for a connection, in ms. */
const connectWithinMs = 10_000;

/** Types that `pg` gives as text, since no number holds all of their values: ours are times in ms, counts and sums. */
const numeric: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (numeric.has(id) ? Number : pg.types.getTypeParser(id, format)) as never,
};

/** Opens a PostgreSQL database, and brings it to the newest migration. @throws when a migration fails: nothing of it is kept then. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const main = connect(url);
  const reader = connect(url);
  const close = async () => {
    await reader.destroy();
    await main.destroy();
  };
  try {
    await migrate(main);
  } catch (error) {
    await close();
    throw error;
  }
  const reads = new TurnReads();
  return {
    main,
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

function connect(url: string): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: poolSize,
    connectionTimeoutMillis: connectWithinMs,
  });
  // A connection that breaks while nobody uses it is replaced by the next call.
  pool.on('error', () => {});
  return new Kysely<Schema>({ dialect: new PostgresPoolDialect(pool) });
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
