import { existsSync, mkdirSync } from 'node:fs';
import type { InstanceStore } from '../../instances/instance-store.ts';
import { isOfRotation } from '../../secrets/key-ring.ts';
import { OtherMasterKeyError, proofFileIn } from '../../secrets/master-key.ts';
import { readPrivateFile, writePrivateFile } from '../../secrets/private-file.ts';
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
  isProofOf,
  notedInstallation,
  noteInstallation,
  noteInstance,
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
  /** Whether a start migrates PostgreSQL. If left out, only a command does. Every process that opens SQLite migrates it. */
  readonly migratesAtStart?: boolean;
}

type KeyedHash = Pick<Vault, 'keyedHash'>;
type DataVault = Pick<Vault, 'keyedHash' | 'createDataKey'>;

/**
 * Opens the vault without writing anything.
 *
 * @param keyProof - the proof of the master key that the database keeps; null: it keeps none.
 * @throws {OtherMasterKeyError} when that is of another master key.
 */
type PeekVault = (keyProof: string | null) => KeyedHash;

/**
 * Refuses data that this version cannot use, and folders and databases that do not belong together. Writes nothing.
 *
 * @param peekVault - called for a database that an installation has begun.
 * @returns the proof of the master key that the database keeps, which counts before that of the folder; null: it keeps none.
 * @throws {UnsupportedDataError}
 */
export async function refuseUnsupportedData(place: DataPlace, peekVault: PeekVault): Promise<string | null> {
  const { dataFolder, databaseUrl } = place;
  if (databaseUrl === null) {
    refuseUnsupportedFolder(dataFolder);
    return null;
  }
  const found = await examineDatabase(dataFolder, databaseUrl, peekVault);
  if (found.fault) throw new UnsupportedDataError(found.fault);
  return found.keyProof;
}

/**
 * Finds why this version cannot use a PostgreSQL database with a data folder. Writes nothing.
 *
 * @returns null if it can.
 */
export async function findUnsupportedDatabase(
  folder: string,
  url: string,
  peekVault: PeekVault,
): Promise<Unsupported | null> {
  return (await examineDatabase(folder, url, peekVault)).fault;
}

/**
 * Opens the database for the one service that uses the folder, at the newest migration. What {@link refuseUnsupportedData} refuses is
 * refused by then.
 */
export async function openData(
  { dataFolder, databaseUrl, databaseTimeoutMs, migratesAtStart }: DataPlace,
  vault: DataVault,
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
      const keyProof = readPrivateFile(proofFileIn(dataFolder));
      const begun = await beginInstallation(opened.main, vault, keyProof);
      const { id } = begun;
      // Another service may have begun it just now.
      if (!isProofOf(vault, begun))
        throw new UnsupportedDataError(sealedUnderOther(nameOfDatabase(databaseUrl)));
      followRotation(dataFolder, begun);
      if (notedInstallation(dataFolder) === null) noteInstallation(dataFolder, id);
      const { instances } = opened.sharing ?? {};
      const before = instances ? noteInstance(dataFolder, instances.id) : null;
      // Frees at once the jobs that it was killed in.
      if (before !== null) await instances?.forget(before);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return { ...opened, sharing: opened.sharing && followingRotations(dataFolder, opened, vault), close };
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
export async function joinData(place: DataPlace, vault: () => DataVault): Promise<OpenDatabase> {
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

/** Whether an installation has begun a PostgreSQL database, though the folder be empty still: as of a further instance, or after a restore. */
export async function isDatabaseBegun(databaseUrl: string | null): Promise<boolean> {
  if (databaseUrl === null) return false;
  const db = connectToPostgres(databaseUrl);
  try {
    return (await findInstallation(db)) !== null;
  } finally {
    await db.destroy();
  }
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

/** Writes the new proof to the folder after a rotation of the master key; the vault notices it there. */
function followRotation(folder: string, installation: Installation | null): void {
  const keyProof = installation?.keyProof ?? null;
  if (keyProof === null || !isOfRotation(keyProof)) return;
  const file = proofFileIn(folder);
  if (readPrivateFile(file) !== keyProof) writePrivateFile(file, keyProof);
}

/** A rotation waits for instances that have joined alone: one that joins, or was taken for gone, looks whether there was any. */
function followingRotations(
  folder: string,
  { main, sharing }: OpenDatabase,
  vault: DataVault,
): OpenDatabase['sharing'] {
  if (sharing === null) return null;
  const { instances } = sharing;
  const look = async () => {
    followRotation(folder, await findInstallation(main));
    // Throws where the key that the settings name opens the data no longer.
    vault.createDataKey();
  };
  const following: InstanceStore = {
    ...instances,
    async join(checks) {
      await instances.join(checks);
      await look();
    },
    async beat(now) {
      const beat = await instances.beat(now);
      if (!beat.isKnown) await look();
      return beat;
    },
  };
  return { ...sharing, instances: following };
}

async function examineDatabase(
  folder: string,
  url: string,
  peekVault: PeekVault,
): Promise<{ readonly fault: Unsupported | null; readonly keyProof: string | null }> {
  const unusable = faultOfFolder(folder);
  if (unusable) return { fault: unusable, keyProof: null };
  const db = connectToPostgres(url);
  try {
    const fault = await findPostgresFault(db, url);
    if (fault) return { fault, keyProof: null };
    if ((await findMoveSource(db)) !== null)
      return {
        fault: {
          cause: `${nameOfDatabase(url)} is being filled by a move that is not complete.`,
          remedy: 'Run the same "orchestration move" again, or go on with the folder it copies from.',
        },
        keyProof: null,
      };
    const installation = await findInstallation(db);
    return {
      fault: faultOfInstallation(folder, nameOfDatabase(url), installation, peekVault),
      keyProof: installation?.keyProof ?? null,
    };
  } finally {
    await db.destroy();
  }
}

function faultOfInstallation(
  folder: string,
  name: string,
  installation: Installation | null,
  peekVault: PeekVault,
): Unsupported | null {
  const noted = notedInstallation(folder);
  if (noted !== null && noted !== installation?.id)
    return {
      cause: `${name} is not the one that ${folder} belongs to.`,
      remedy:
        'Name that database in DATABASE_URL, restore its dump, or set DATA_DIR to the folder of this database, or to an empty one.',
    };
  if (installation === null || isSealedUnder(installation, peekVault)) return null;
  const fault = sealedUnderOther(name);
  if (installation.keyProof !== null) return fault;
  return {
    ...fault,
    remedy: `${fault.remedy} If that key was ever rotated, first start an instance whose DATA_DIR has its master.key.proof.`,
  };
}

function isSealedUnder(installation: Installation, peekVault: PeekVault): boolean {
  try {
    return isProofOf(peekVault(installation.keyProof), installation);
  } catch (error) {
    if (error instanceof OtherMasterKeyError) return false;
    throw error;
  }
}

function sealedUnderOther(name: string): Unsupported {
  return {
    cause: `${name} was sealed under another master key: it belongs to another installation.`,
    remedy: 'Start with the key it was sealed under, or name another database.',
  };
}
