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

/** Location of the data, according to the settings. */
export interface DataPlace {
  readonly dataFolder: string;
  /** URL of the PostgreSQL database; null: SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** Time-out of a PostgreSQL statement, in ms. Default: see `postgres-pool`. */
  readonly databaseTimeoutMs?: number;
  /**
   * Whether a start migrates PostgreSQL. If omitted, only a command does. SQLite is migrated by every process that opens it.
   */
  readonly migratesAtStart?: boolean;
}

type KeyedHash = Pick<Vault, 'keyedHash'>;
type DataVault = Pick<Vault, 'keyedHash' | 'createDataKey'>;

/**
 * Opens the vault without writing anything.
 *
 * @param keyProof - proof of the master key in the database; null if it has none.
 * @throws {OtherMasterKeyError} if the proof is that of another master key.
 */
type PeekVault = (keyProof: string | null) => KeyedHash;

/**
 * Refuses data that this version cannot use, and folders and databases that do not belong together. Writes nothing.
 *
 * @param peekVault - called if the database belongs to an installation.
 * @returns the proof of the master key in the database, which takes precedence over the one in the folder; null if it has none.
 * @throws {UnsupportedDataError} if the data is refused.
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
 * Checks whether this version can use a PostgreSQL database together with a data folder. Writes nothing.
 *
 * @returns why it cannot; null if it can.
 */
export async function findUnsupportedDatabase(
  folder: string,
  url: string,
  peekVault: PeekVault,
): Promise<Unsupported | null> {
  return (await examineDatabase(folder, url, peekVault)).fault;
}

/**
 * Opens the database at the newest migration, for the only service that uses the folder. Call {@link refuseUnsupportedData}
 * first.
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
      // Another service may have created the installation at the same moment.
      if (!isProofOf(vault, begun))
        throw new UnsupportedDataError(sealedUnderOther(nameOfDatabase(databaseUrl)));
      followRotation(dataFolder, begun);
      if (notedInstallation(dataFolder) === null) noteInstallation(dataFolder, id);
      const { instances } = opened.sharing ?? {};
      const before = instances ? noteInstance(dataFolder, instances.id) : null;
      // Frees the jobs that the previous instance was still running.
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
 * @param vault - opens the vault; called only if the data does not exist yet.
 * @throws {UnsupportedDataError} if this version cannot use the data; nothing was written then.
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
 * Migrates the data to the newest migration. A database file must not be in use.
 *
 * @param record - called with the names of the migrations that were carried out, if any.
 * @throws {UnsupportedDataError} if the data cannot be migrated now, with the remedy; nothing was changed then.
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

/** Returns the id of the installation that a folder belongs to; null if the folder uses SQLite or is not in use yet. */
export function installationOf({ dataFolder, databaseUrl }: DataPlace): string | null {
  return databaseUrl === null ? null : notedInstallation(dataFolder);
}

/** Returns whether a service or a command has already created the data. */
export function isDataBegun({ dataFolder, databaseUrl }: DataPlace): boolean {
  return existsSync(databaseUrl === null ? databaseFile(dataFolder) : installationFile(dataFolder));
}

/**
 * Returns whether a PostgreSQL database belongs to an installation, even if the folder is still empty, as for an additional
 * instance or after a restore.
 */
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
      'Unset DATABASE_URL to keep using that data, move it with "orchestration move", or set DATA_DIR to an empty folder to start over.',
  };
}

/** Writes the new proof to the folder after a rotation of the master key. The vault finds it there. */
function followRotation(folder: string, installation: Installation | null): void {
  const keyProof = installation?.keyProof ?? null;
  if (keyProof === null || !isOfRotation(keyProof)) return;
  const file = proofFileIn(folder);
  if (readPrivateFile(file) !== keyProof) writePrivateFile(file, keyProof);
}

/**
 * Adds a check for rotations to the instance store. A rotation waits only for instances that have joined, so an instance that
 * joins, or was considered gone, checks whether one took place.
 */
function followingRotations(
  folder: string,
  { main, sharing }: OpenDatabase,
  vault: DataVault,
): OpenDatabase['sharing'] {
  if (sharing === null) return null;
  const { instances } = sharing;
  const checkRotation = async () => {
    followRotation(folder, await findInstallation(main));
    // Throws if the master key from the settings no longer opens the data.
    vault.createDataKey();
  };
  const following: InstanceStore = {
    ...instances,
    async join(checks) {
      await instances.join(checks);
      await checkRotation();
    },
    async beat(now) {
      const beat = await instances.beat(now);
      if (!beat.isKnown) await checkRotation();
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
          remedy: 'Run the same "orchestration move" again, or keep using the folder that it copies from.',
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
        'Set DATABASE_URL to that database, restore its dump, or set DATA_DIR to the folder of this database or to an empty folder.',
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
    cause: `${name} is encrypted with another master key: it belongs to another installation.`,
    remedy: 'Start with that key, or set DATABASE_URL to another database.',
  };
}
