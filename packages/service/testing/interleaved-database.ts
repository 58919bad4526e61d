import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { LockingAdapter } from '../src/db/in-transaction.ts';
import { databaseFile, type OpenDatabase } from '../src/db/opening/open-database.ts';
import { SqliteDialect } from '../src/db/opening/sqlite-dialect.ts';
import type { Schema } from '../src/db/schema.ts';
import { TurnReads } from '../src/db/turn-reads.ts';
import { layDatabase } from './lay-database.ts';

/** Runs a statement and returns its rows, or the number of changed rows. */
type Run = <Row>(query: CompiledQuery<Row>) => QueryResult<Row>;

/**
 * Opens SQLite as a database with concurrent transactions: each statement waits for some turns of the event loop, and commits
 * on its own. Only the locks that transactions name keep one from writing between the reads and writes of another, so lost
 * updates show. A failed transaction is not rolled back.
 *
 * @param random - returns a number from 0 up to 1, which decides how long a statement waits.
 */
export async function openInterleaved(folder: string, random: () => number): Promise<OpenDatabase> {
  layDatabase(folder);
  const file = databaseFile(folder);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  const run: Run = ({ sql, parameters }) => {
    const statement = database.prepare(sql);
    if (statement.columns().length > 0) return { rows: statement.all(...(parameters as [])) as never };
    const { changes } = statement.run(...(parameters as []));
    return { rows: [], numAffectedRows: BigInt(changes) };
  };
  const driver = new InterleavingDriver(database, run, random);
  const main = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new InterleavingAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const reading = new SqliteDialect({ file, readOnly: true });
  const readOnly = new Kysely<Schema>({ dialect: reading });
  const reader = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new CommittedReadsDriver(reading.createDriver(), () => driver.hasUncommitted()),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const reads = new TurnReads();
  return {
    main,
    migrated: { carriedOut: [], snapshot: null },
    sharing: null,
    reader,
    read: async (query) => reading.read(query),
    shareReads: (find) => reads.share(find),
    async write(steps) {
      for (const step of steps)
        if ('follow' in step) {
          const { query } = step.follow(run(step.find).rows[0]);
          run(query);
        } else run(step);
      reads.forget();
    },
    emptyLog: async () => true,
    async close() {
      await readOnly.destroy();
      await main.destroy();
    },
  };
}

/** Prefix of the text of a query that takes a lock. */
const lockText = 'lock ';

class InterleavingAdapter extends SqliteAdapter implements LockingAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  lockingQuery(name: string): CompiledQuery {
    return CompiledQuery.raw(lockText + name);
  }

  isCollision(): boolean {
    return false;
  }
}

class InterleavingDriver implements Driver {
  readonly #database: DatabaseSyncInstance;
  readonly #run: Run;
  readonly #random: () => number;
  /** Open transactions, and those of them that have written. */
  readonly #open = new Set<object>();
  readonly #writers = new Set<object>();
  /** Holder of each lock, and the transactions that wait for it. */
  readonly #locks = new Map<string, { holder: object; readonly waiting: (() => void)[] }>();

  constructor(database: DatabaseSyncInstance, run: Run, random: () => number) {
    this.#database = database;
    this.#run = run;
    this.#random = random;
  }

  async init(): Promise<void> {}

  /** Returns whether an open transaction has written. */
  hasUncommitted(): boolean {
    return this.#writers.size > 0;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: async <Row>(query: CompiledQuery) => {
        for (let turns = Math.floor(this.#random() * 4); turns > 0; turns -= 1) await nextTurn();
        if (this.#open.has(connection) && /^\s*(insert|update|delete)/i.test(query.sql))
          this.#writers.add(connection);
        if (!query.sql.startsWith(lockText)) return this.#run(query as CompiledQuery<Row>);
        await this.#take(query.sql.slice(lockText.length), connection);
        return { rows: [] };
      },
      streamQuery: () => {
        throw new Error('No query is streamed.');
      },
    };
    return connection;
  }

  async #take(name: string, holder: object): Promise<void> {
    const lock = this.#locks.get(name);
    if (!lock) this.#locks.set(name, { holder, waiting: [] });
    else if (lock.holder !== holder) {
      await new Promise<void>((resolve) => lock.waiting.push(resolve));
      await this.#take(name, holder);
    }
  }

  #release(holder: object): void {
    this.#open.delete(holder);
    this.#writers.delete(holder);
    for (const [name, lock] of this.#locks)
      if (lock.holder === holder) {
        this.#locks.delete(name);
        for (const wake of lock.waiting) wake();
      }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#open.add(connection);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#release(connection);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#release(connection);
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }
}

/** Lets readers see only committed data: they wait while an open transaction has written. */
class CommittedReadsDriver implements Driver {
  readonly #driver: Driver;
  readonly #mustWait: () => boolean;

  constructor(driver: Driver, mustWait: () => boolean) {
    this.#driver = driver;
    this.#mustWait = mustWait;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    while (this.#mustWait()) await nextTurn();
    return this.#driver.acquireConnection();
  }

  async beginTransaction(): Promise<void> {
    throw new Error('Readers have no transactions.');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#driver.releaseConnection(connection);
  }

  async destroy(): Promise<void> {}
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
