import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { WriteStep } from '../write-step.ts';
import { GroupCommit } from './group-commit.ts';

/** Options of one connection to a database file. */
export interface SqliteConnectionOptions {
  readonly file: string;
  readonly readOnly: boolean;
  /** Called when the connection may have committed something. */
  readonly onCommitted?: () => void;
}

/** Maximum time that a write waits for a write of another process. */
const busyTimeoutMs = 5000;

/** Size of the page cache. With SQLite's default of 2 MB, most starts would read the upper pages of the indexes again. */
const cacheKiB = 16 * 1024;

/**
 * Pages of the write-ahead log per checkpoint: 16 MB. A page that many commits changed is then written to the file once, and
 * few requests wait meanwhile.
 */
const checkpointPages = 4000;

/**
 * Kysely dialect for the API of `node:sqlite`. It has one connection, which serves one query or transaction at a time, in the
 * order of arrival.
 */
export class SqliteDialect implements Dialect {
  readonly #driver: SqliteDriver;

  /** Opens the connection. */
  constructor(options: SqliteConnectionOptions) {
    this.#driver = new SqliteDriver(options);
  }

  createDriver(): Driver {
    return this.#driver;
  }

  /** Reads the rows of a query without Kysely, which would cost several times as much as a small query. */
  read<Row>(query: CompiledQuery<Row>): Row[] {
    return this.#driver.read(query);
  }

  /** Runs queries as one transaction without Kysely. Resolves when it is flushed to the disk. */
  write(steps: readonly WriteStep[]): Promise<void> {
    return this.#driver.write(steps);
  }

  /**
   * Keeps the undo data of savepoints in memory. Otherwise, SQLite writes each page that a savepoint changes to a temporary
   * file outside the data folder. Not for migrations, which sort whole tables.
   */
  keepUndoInMemory(): void {
    this.#driver.keepUndoInMemory();
  }

  /**
   * Moves the write-ahead log into the file and empties it.
   *
   * @returns false if another process is reading the log.
   */
  emptyLog(): Promise<boolean> {
    return this.#driver.emptyLog();
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** Declares that SQLite rolls back schema changes, so that an interrupted migration leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSyncInstance;
  readonly #connection: SqliteConnection;
  readonly #turns = new Turns();
  readonly #commits: GroupCommit;

  constructor({ file, readOnly, onCommitted }: SqliteConnectionOptions) {
    this.#database = new DatabaseSync(file, {
      readOnly,
      timeout: busyTimeoutMs,
      enableForeignKeyConstraints: true,
    });
    // WAL allows reads during a write. FULL flushes each commit to the disk before it is acknowledged. `secure_delete`
    // overwrites removed data, so that a purge leaves no copy in free pages.
    if (!readOnly)
      this.#database.exec(
        `pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;
        pragma wal_autocheckpoint = ${checkpointPages}`,
      );
    this.#database.exec(`pragma cache_size = -${cacheKiB}`);
    this.#commits = new GroupCommit(this.#database, onCommitted);
    this.#connection = new SqliteConnection(this.#database, (error) => this.#commits.noteError(error));
  }

  async init(): Promise<void> {}

  keepUndoInMemory(): void {
    this.#database.exec('pragma temp_store = memory');
  }

  read<Row>(query: CompiledQuery<Row>): Row[] {
    return this.#connection.run(query).rows;
  }

  async write(steps: readonly WriteStep[]): Promise<void> {
    await this.#turns.take();
    try {
      this.#commits.enterWith((known) => {
        for (const step of steps) this.#carryOut(step, known);
      });
    } finally {
      await this.releaseConnection();
    }
  }

  #carryOut(step: WriteStep, known: Map<string, unknown>): void {
    if (!('follow' in step)) {
      this.#connection.run(step);
      return;
    }
    const { query, leaves, unlessOne } = step.follow(
      (known.get(step.name) ?? this.read(step.find)[0]) as never,
    );
    known.set(step.name, leaves);
    if (this.#connection.run(query).numAffectedRows !== 1n) throw unlessOne();
  }

  async emptyLog(): Promise<boolean> {
    await this.#turns.take();
    try {
      // The log cannot be emptied during a transaction.
      this.#commits.flush();
      // Does not wait for the lock, so as not to block others; the caller tries again.
      this.#database.exec('pragma busy_timeout = 0');
      const row = this.#database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
      return row.busy === 0;
    } finally {
      this.#database.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
      this.#turns.pass();
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    this.#commits.enter();
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    this.#commits.begin();
  }

  async commitTransaction(): Promise<void> {
    this.#commits.keep();
  }

  async rollbackTransaction(): Promise<void> {
    this.#commits.undo();
  }

  /**
   * Passes the connection to the next holder, which may continue at once. Resolves when the commit of this holder is flushed to
   * the disk.
   */
  async releaseConnection(): Promise<void> {
    const kept = this.#commits.leave();
    this.#turns.pass();
    await kept;
  }

  async destroy(): Promise<void> {
    if (!this.#database.isOpen) return;
    this.#commits.flush();
    this.#database.close();
  }
}

/** Maximum number of compiled statements in the cache. */
const maxCachedStatements = 500;

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #noteError: (error: unknown) => void;
  readonly #statements = new Map<string, { statement: StatementSyncInstance; returnsRows: boolean }>();

  constructor(database: DatabaseSyncInstance, noteError: (error: unknown) => void) {
    this.#database = database;
    this.#noteError = noteError;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.run(query as CompiledQuery<Row>);
  }

  run<Row>({ sql, parameters }: CompiledQuery<Row>): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql);
    try {
      if (returnsRows) return { rows: statement.all(...parameters) as Row[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
    } catch (error) {
      this.#noteError(error);
      throw error;
    }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // Does not use a cached statement, because the same query, run meanwhile, would disturb the iteration.
    for (const row of this.#database.prepare(sql).iterate(...parameters)) yield { rows: [row as Row] };
  }

  #prepare(sql: string): { statement: StatementSyncInstance; returnsRows: boolean } {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (this.#statements.size >= maxCachedStatements) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** A queue for exclusive use of a resource. */
class Turns {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  take(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }
}
