import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type CompiledQuery, Kysely } from 'kysely';
import type { Sharing } from '../../instances/join-instances.ts';
import { migrations } from '../migrations/index.ts';
import type { Database, Schema } from '../schema.ts';
import { TurnReads } from '../turn-reads.ts';
import type { WriteStep } from '../write-step.ts';
import { notedInstallation } from './installation.ts';
import { findMovedData } from './moved-folder.ts';
import { peekMigrations } from './peek-migrations.ts';
import { runMigrations } from './run-migrations.ts';
import { migrationsDone, noHistory, pendingOf, readHistory } from './schema-history.ts';
import { snapshotDatabase } from './snapshot-database.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { refuseUnsupported, type Unsupported, UnsupportedDataError } from './unsupported-data.ts';

/** Migrations that ran when a database was opened. */
export interface Migrated {
  /** Names of the migrations that were carried out, in order. */
  readonly carriedOut: readonly string[];
  /** Path of the copy made before them; null if none was made. */
  readonly snapshot: string | null;
}

/** An open database. */
export interface OpenDatabase {
  readonly migrated: Migrated;
  /** Connection for reads and writes, one transaction at a time. */
  readonly main: Kysely<Schema>;
  /** This process as one of several that share the database; null if it is the only one. */
  readonly sharing: Sharing | null;
  /** Second, read-only connection for long reads, so that they hold up no write. */
  readonly reader: Kysely<Schema>;
  /** Returns the committed rows that a prepared query finds. */
  read<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** Wraps a read so that each name is read once per turn of the event loop, and again after each commit of this process. */
  shareReads<Value extends object>(find: (name: string) => Value): (name: string) => Value;
  /** Runs prepared queries in one transaction. Resolves when it is flushed to the disk. */
  write(steps: readonly WriteStep[]): Promise<void>;
  /**
   * Moves all commits from the log into the file, and empties the log.
   *
   * @returns false if another process is reading the log.
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens `service.db` in a folder (created if missing), migrates it to the newest migration, and locks the folder for this
 * process. Makes a copy first if it migrates an existing database.
 *
 * @param isCopy - whether the database is a copy itself, so that no copy is made.
 * @throws {UnsupportedDataError} if this version cannot use the data; the folder is left unchanged.
 * @throws if another process holds the folder, or a migration fails; nothing of it is kept then.
 */
export async function openDatabase(folder: string, isCopy = false): Promise<OpenDatabase> {
  refuseUnsupportedFolder(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = holdFolder(folder);
  const prepare = async (main: Kysely<Schema>) => {
    await refuseUnsupportedDatabase(folder, main);
    return migrate(main, isCopy ? null : databaseFile(folder));
  };
  return open(folder, prepare, release).catch((error) => {
    release();
    throw error;
  });
}

/**
 * Opens the database beside a service that may be using it. Creates or migrates it first if necessary.
 *
 * @throws {UnsupportedDataError} if this version cannot use the data; the folder is left unchanged.
 * @throws if a service of an older version is using it.
 */
export async function joinDatabase(folder: string): Promise<OpenDatabase> {
  refuseUnsupportedFolder(folder);
  if (!existsSync(databaseFile(folder))) await (await openDatabase(folder)).close();
  const opened = await open(
    folder,
    async (main) => {
      await refuseUnsupportedDatabase(folder, main);
      return unchanged;
    },
    () => {},
  );
  const pending = pendingMigrations(await migrationsDone(opened.reader));
  if (pending.length === 0) return opened;
  await opened.close();
  const upgraded = await openDatabase(folder).catch((cause) => {
    if (!(cause instanceof FolderInUseError)) throw cause;
    throw new Error(`The service that uses ${folder} is an older version. Restart it first.`, {
      cause,
    });
  });
  await upgraded.close();
  return joinDatabase(folder);
}

/**
 * Refuses a folder whose data this version cannot use. Changes none of its files.
 *
 * @throws {UnsupportedDataError} if the folder is refused.
 */
export function refuseUnsupportedFolder(folder: string): void {
  const unfinished = findUnfinishedRestore(folder);
  if (unfinished) throw new UnsupportedDataError(unfinished);
  const elsewhere = findDataElsewhere(folder);
  if (elsewhere) throw new UnsupportedDataError(elsewhere);
  refuseUnsupported(folder, peekMigrations(databaseFile(folder)) ?? noHistory);
}

/** Checks again through a connection, because the file may have changed meanwhile, or only a connection can read it. */
async function refuseUnsupportedDatabase(folder: string, main: Database): Promise<void> {
  refuseUnsupported(folder, await readHistory(main));
}

/** Opens a database of any version read-only. */
export async function viewDatabase(folder: string): Promise<Pick<OpenDatabase, 'reader' | 'close'>> {
  const dialect = new SqliteDialect({ file: databaseFile(folder), readOnly: true });
  const reader = new Kysely<Schema>({ dialect });
  return { reader, close: () => reader.destroy() };
}

/**
 * Opens a database for changes without migrating it. Use it only for changes that every version with the tables understands.
 * The caller must hold the folder, so that nobody migrates it meanwhile.
 */
export async function openUnmigrated(folder: string): Promise<Pick<OpenDatabase, 'main' | 'close'>> {
  const main = new Kysely<Schema>({
    dialect: new SqliteDialect({ file: databaseFile(folder), readOnly: false }),
  });
  return { main, close: () => main.destroy() };
}

/** Returns whether a database with these migrations has an audit trail. */
export function hasAuditTrail(done: readonly string[]): boolean {
  return done.includes('0005-audit-trail');
}

/** Returns the path of the database in a data folder. */
export function databaseFile(folder: string): string {
  return join(folder, 'service.db');
}

/**
 * Describes a folder with an incomplete restore.
 *
 * @returns null if there was no restore, or it is complete.
 */
export function findUnfinishedRestore(folder: string): Unsupported | null {
  if (!existsSync(restoringFolder(folder)) || existsSync(databaseFile(folder))) return null;
  return {
    cause: `A restore into ${folder} was interrupted.`,
    remedy: 'Run it again: orchestration restore',
  };
}

/**
 * Describes a folder whose database is in PostgreSQL.
 *
 * @returns null if the database is in the folder or does not exist yet.
 */
export function findDataElsewhere(folder: string): Unsupported | null {
  const moved = findMovedData(folder);
  if (moved) return moved;
  if (notedInstallation(folder) === null || existsSync(databaseFile(folder))) return null;
  return {
    cause: `The data of ${folder} is in a PostgreSQL database.`,
    remedy: 'Set DATABASE_URL to the value that the service uses, or use another folder.',
  };
}

/**
 * Returns the path of the folder in which a restore unpacks an archive. While that folder exists without a database beside it,
 * the restore is incomplete.
 */
export function restoringFolder(folder: string): string {
  return join(folder, '.restoring');
}

/** Returns the migrations of this version that a database file does not have yet. */
export function pendingMigrations(done: readonly string[]): string[] {
  return pendingOf(migrations, done);
}

const unchanged: Migrated = { carriedOut: [], snapshot: null };

async function open(
  folder: string,
  prepare: (main: Kysely<Schema>) => Promise<Migrated>,
  release: () => void,
): Promise<OpenDatabase> {
  const file = databaseFile(folder);
  const reads = new TurnReads();
  const writing = new SqliteDialect({ file, readOnly: false, onCommitted: () => reads.forget() });
  const main = new Kysely<Schema>({ dialect: writing });
  let migrated: Migrated;
  try {
    migrated = await prepare(main);
    writing.keepUndoInMemory();
  } catch (error) {
    await main.destroy();
    throw error;
  }
  const reading = new SqliteDialect({ file, readOnly: true });
  const reader = new Kysely<Schema>({ dialect: reading });
  return {
    main,
    migrated,
    sharing: null,
    reader,
    read: async (query) => reading.read(query),
    shareReads: (find) => reads.share(find),
    write: (steps) => writing.write(steps),
    emptyLog: () => writing.emptyLog(),
    close: async () => {
      await reader.destroy();
      await main.destroy();
      release();
    },
  };
}

/**
 * Carries out the pending migrations.
 *
 * @param file - copied first; null: no copy is made.
 */
async function migrate(db: Kysely<Schema>, file: string | null): Promise<Migrated> {
  const done = await migrationsDone(db);
  const [first] = pendingMigrations(done);
  // Does not call the migrator, because it refuses a database with unknown migrations.
  if (first === undefined) return unchanged;
  const snapshot = file === null || done.length === 0 ? null : await snapshotDatabase(file, first);
  return { carriedOut: await runMigrations(db, migrations), snapshot };
}

/** Thrown if another process holds the data folder, or a lock file in it. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/** Returns whether an error is SQLITE_BUSY: another process has the lock. */
function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
}

/**
 * Locks a data folder, because two services on one file would each run the other's jobs. The lock is an exclusive transaction
 * on a file of its own, which the operating system releases no matter how this process ends.
 *
 * @throws {FolderInUseError} if another process holds the folder.
 */
export function holdFolder(folder: string): () => void {
  return holdFile(join(folder, 'service.lock'), `Another process is using ${folder}.`);
}

/**
 * Locks a file, which is created if missing, until the returned function is called or the process ends.
 *
 * @throws {FolderInUseError} with `message` if another process holds it.
 */
export function holdFile(file: string, message: string): () => void {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new FolderInUseError(message, { cause: error });
  }
  return () => lock.close();
}
