import { existsSync, mkdirSync } from 'node:fs';
import type { Vault } from '../../secrets/vault.ts';
import { noLock } from '../../transaction-locks.ts';
import { inTransaction } from '../in-transaction.ts';
import { postgresMigrations } from '../migrations/postgres-migrations.ts';
import { findMoveSource } from '../moving/move-record.ts';
import type { Database } from '../schema.ts';
import {
  beginInstallation,
  findInstallation,
  type Installation,
  installationFile,
  notedInstallation,
  noteInstallation,
  noteInstance,
  proofOf,
} from './installation.ts';
import { findMovedData } from './moved-folder.ts';
import {
  databaseFile,
  findUnfinishedRestore,
  holdFolder,
  joinDatabase,
  type Migrated,
  type OpenDatabase,
  openDatabase,
  refuseUnsupportedFolder,
} from './open-database.ts';
import { findPostgresFault } from './postgres/find-postgres-fault.ts';
import { joinPostgres, migrateDatabase, openPostgres } from './postgres/open-postgres.ts';
import { connectToPostgres, nameOfDatabase } from './postgres/postgres-pool.ts';
import { migrationsDone, pendingOf } from './schema-history.ts';
import { type Unsupported, UnsupportedDataError } from './unsupported-data.ts';

/** Place of the data by the settings. */
export interface DataPlace {
  readonly dataFolder: string;
  /** The PostgreSQL database beside the folder; null: SQLite in it. */
  readonly databaseUrl: string | null;
  /** How long a statement of PostgreSQL may take, in ms; by default as `postgres-pool` says. */
  readonly databaseTimeoutMs?: number;
  /** Whether a start migrates PostgreSQL; left out: a command does. SQLite is migrated by whoever opens it. */
  readonly migratesAtStart?: boolean;
}

type KeyedHash = Pick<Vault, 'keyedHash'>;

/**
 * Refuses data that this version cannot use, and folders and databases that do not belong together. Writes nothing.
 *
 * @param peekVault - opens the vault without writing anything; called for a database that an installation has begun.
 * @throws {UnsupportedDataError}
 */
export async function refuseUnsupportedData(place: DataPlace, peekVault: () => KeyedHash): Promise<void> {
  const { dataFolder, databaseUrl } = place;
  if (databaseUrl === null) return refuseUnsupportedFolder(dataFolder);
  const fault = await findUnsupportedDatabase(dataFolder, databaseUrl, peekVault);
  if (fault) throw new UnsupportedDataError(fault);
}

/** Finds why this version cannot use a PostgreSQL database with a data folder. Writes nothing. @returns null where it can. */
export async function findUnsupportedDatabase(
  folder: string,
  url: string,
  peekVault: () => KeyedHash,
): Promise<Unsupported | null> {
  return faultOfFolder(folder) ?? (await findFaultOfDatabase(folder, url, peekVault));
}

/**
 * Opens the database for the one service that uses the folder, at the newest migration. What {@link refuseUnsupportedData} refuses is
 * refused by then.
 */
export async function openData(
  { dataFolder, databaseUrl, databaseTimeoutMs, migratesAtStart }: DataPlace,
  vault: KeyedHash,
): Promise<OpenDatabase> {
  if (databaseUrl === null) return openDatabase(dataFolder);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const release = holdFolder(dataFolder);
  try {
    const opened = await openPostgres(databaseUrl, {
      mayMigrate: migratesAtStart,
      timeoutMs: databaseTimeoutMs,
    });
    const close = async () => {
      await opened.close();
      release();
    };
    try {
      const { id } = await beginInstallation(opened.main, vault);
      if (notedInstallation(dataFolder) === null) noteInstallation(dataFolder, id);
      const { instances } = opened.sharing ?? {};
      const before = instances ? noteInstance(dataFolder, instances.id) : null;
      // Frees at once the jobs that it was killed in.
      if (before !== null) await instances?.forget(before);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return { ...opened, close };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Opens the database beside a service that may be using it.
 *
 * @param vault - opens the vault, where the data is begun.
 * @throws {UnsupportedDataError} when this version cannot use the data; nothing was written then.
 */
export async function joinData(place: DataPlace, vault: () => KeyedHash): Promise<OpenDatabase> {
  const { dataFolder, databaseUrl, databaseTimeoutMs } = place;
  if (databaseUrl === null) return joinDatabase(dataFolder);
  if (!existsSync(installationFile(dataFolder))) await (await openData(place, vault())).close();
  const opened = await joinPostgres(databaseUrl, databaseTimeoutMs);
  const pending = pendingOf(postgresMigrations, await migrationsDone(opened.reader));
  if (pending.length === 0) return opened;
  await opened.close();
  throw new UnsupportedDataError({
    cause: `${nameOfDatabase(databaseUrl)} was last used by an older version of the service (${pending.join(', ')}).`,
    remedy: 'Migrate it first: orchestration migrate',
  });
}

/**
 * Brings the data to the newest migration, and does nothing else. A database file must not be in use.
 *
 * @param record - called with the names of what was carried out, where anything was.
 * @throws {UnsupportedDataError} when it cannot be migrated now, with the remedy; nothing was changed then.
 */
export async function migrateData(
  { dataFolder, databaseUrl }: DataPlace,
  record: (db: Database, carriedOut: readonly string[]) => Promise<void>,
): Promise<Migrated> {
  if (databaseUrl !== null) return { carriedOut: await migrateDatabase(databaseUrl, record), snapshot: null };
  const { main, migrated, close } = await openDatabase(dataFolder);
  try {
    if (migrated.carriedOut.length > 0)
      await inTransaction(main, noLock, (trx) => record(trx, migrated.carriedOut));
    return migrated;
  } finally {
    await close();
  }
}

/** Id of the installation that a database beside the folder is part of; null: the folder has SQLite, or nothing yet. */
export function installationOf({ dataFolder, databaseUrl }: DataPlace): string | null {
  return databaseUrl === null ? null : notedInstallation(dataFolder);
}

/** Whether a service or a command has begun the data of a place. */
export function isDataBegun({ dataFolder, databaseUrl }: DataPlace): boolean {
  return existsSync(databaseUrl === null ? databaseFile(dataFolder) : installationFile(dataFolder));
}

function faultOfFolder(folder: string): Unsupported | null {
  const unfinished = findUnfinishedRestore(folder);
  if (unfinished || !existsSync(databaseFile(folder))) return unfinished;
  const moved = findMovedData(folder);
  if (moved) return moved;
  return {
    cause: `${folder} has data in SQLite, and DATABASE_URL names a PostgreSQL database.`,
    remedy:
      'Unset DATABASE_URL to go on with that data, move it there by "orchestration move", or set DATA_DIR to an empty folder to begin anew.',
  };
}

async function findFaultOfDatabase(
  folder: string,
  url: string,
  peekVault: () => KeyedHash,
): Promise<Unsupported | null> {
  const db = connectToPostgres(url);
  try {
    const fault = await findPostgresFault(db, url);
    if (fault) return fault;
    if ((await findMoveSource(db)) !== null)
      return {
        cause: `${nameOfDatabase(url)} is being filled by a move that has not come to its end.`,
        remedy: 'Run the same "orchestration move" again, or go on with the folder it copies from.',
      };
    return faultOfInstallation(folder, nameOfDatabase(url), await findInstallation(db), peekVault);
  } finally {
    await db.destroy();
  }
}

function faultOfInstallation(
  folder: string,
  name: string,
  installation: Installation | null,
  peekVault: () => KeyedHash,
): Unsupported | null {
  const noted = notedInstallation(folder);
  if (noted !== null && noted !== installation?.id)
    return {
      cause: `${name} is not the one that ${folder} belongs to.`,
      remedy:
        'Name that database in DATABASE_URL, restore its dump, or set DATA_DIR to the folder of this database, or to an empty one.',
    };
  if (installation === null || proofOf(peekVault(), installation.id) === installation.proof) return null;
  return {
    cause: `${name} was sealed under another master key: it belongs to another installation.`,
    remedy:
      'Start with the key it was sealed under, or name another database. If that key was ever rotated, first copy master.key.proof from the DATA_DIR of an instance that runs on this database.',
  };
}
