import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { OperatorActor } from '../access/actor.ts';
import { recordAct } from '../db/audit/audit-trail.ts';
import { inTransaction } from '../db/in-transaction.ts';
import {
  databaseFile,
  hasAuditTrail,
  holdFolder,
  openDatabase,
  openUnmigrated,
  pendingMigrations,
  restoringFolder,
} from '../db/opening/open-database.ts';
import { peekMigrations } from '../db/opening/peek-migrations.ts';
import { noHistory } from '../db/opening/schema-history.ts';
import { refuseUnsupported } from '../db/opening/unsupported-data.ts';
import { holdDeliveries } from '../db/webhooks/delivery-holds.ts';
import { isKeyFileName } from '../secrets/master-key.ts';
import { noLock } from '../transaction-locks.ts';
import { BackupError, isDiskFull } from './backup-error.ts';
import { databaseName } from './data-files.ts';
import type { BackupSummary } from './manifest.ts';
import { findMovedNames, storeNamesToMove } from './moved-names.ts';
import { unpackBackup } from './unpack-backup.ts';
import { refuseDamage } from './verify-backup.ts';

/** A backup that was restored. */
export interface RestoredBackup {
  readonly summary: BackupSummary;
  readonly files: number;
  /** Migrations that the next start carries out. */
  readonly pending: readonly string[];
  /** Whether a rotation of the master key had not ended, so that the previous key opens the data, too. */
  readonly isRotationOpen: boolean;
  /** Whether the restore was recorded in the audit trail. Data of earlier versions has no audit trail until it is migrated. */
  readonly isRecorded: boolean;
}

export interface RestoreOptions {
  readonly folder: string;
  /** Reads the master key of 32 bytes. Called once the folder is known to be usable. */
  readonly readMasterKey: () => Uint8Array;
  /** Whether webhooks are held. If not, the restored service sends them. */
  readonly holdsWebhooks: boolean;
  /** The operator who restores the backup. */
  readonly actor: OperatorActor;
  /** In ms since 1970. */
  readonly now: number;
}

/**
 * Returns whether a file is not part of the data, so that it stays: a key or a purge journal, which the operator may have put
 * there; a lock file; or the folder for repairs (`lost+found`) at the root of a new file system.
 */
const isNotData = (name: string) =>
  isKeyFileName(name) || /^(service\.lock(-journal)?|purges\.log|lost\+found)$/.test(name);
const lockName = 'service.lock';

/**
 * Restores an archive into an empty or missing folder. Unpacks and checks all files in a subfolder, then moves them into place,
 * the database last. No service can start there before that, and a failure leaves the folder unchanged.
 *
 * @throws {BackupError} if the folder contains data, or the archive was changed.
 */
export async function restoreBackup(archive: string, options: RestoreOptions): Promise<RestoredBackup> {
  const { folder } = options;
  await refuseData(folder);
  const masterKey = options.readMasterKey();
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const release = holdFolder(folder);
  try {
    // Checks again under the lock, because two restores may have begun at the same time.
    await refuseData(folder);
    return await restoreInto(archive, options, masterKey);
  } finally {
    release();
    if (!existsSync(databaseFile(folder))) {
      await rm(join(folder, lockName), { force: true });
      if (made !== undefined) await rm(folder, { recursive: true, force: true });
    }
  }
}

async function restoreInto(
  archive: string,
  options: Omit<RestoreOptions, 'readMasterKey'>,
  masterKey: Uint8Array,
): Promise<RestoredBackup> {
  const { folder } = options;
  const draft = restoringFolder(folder);
  const moved: string[] = [];
  // Removes files that a killed restore left.
  await clear(folder, findMovedNames(draft));
  try {
    await mkdir(draft, { mode: 0o700 });
    // This folder must exist before any other file, because it prevents a service from starting with incomplete data.
    await syncFolder(folder);
    return await fill(archive, { ...options, masterKey }, draft, moved);
  } catch (error) {
    await clear(folder, moved);
    if (isDiskFull(error))
      throw new BackupError(
        `The disk of ${folder} is full: nothing was stored. Free some space, and try again.`,
      );
    throw error;
  }
}

async function fill(
  archive: string,
  { folder, masterKey, ...acts }: Omit<RestoreOptions, 'readMasterKey'> & { masterKey: Uint8Array },
  draft: string,
  moved: string[],
): Promise<RestoredBackup> {
  const unpacked = await unpackBackup(archive, { into: draft, masterKey, isDurable: true });
  const { summary, files, isRotationOpen } = unpacked;
  refuseDamage(archive, draft);
  const isRecorded = await changeRestored(draft, archive, summary, acts);
  await syncFolders(draft);
  const names = [...(await readdir(draft)).filter((name) => name !== databaseName), databaseName];
  storeNamesToMove(draft, names);
  for (const name of names) {
    if (name === databaseName) await syncFolder(folder);
    try {
      await rename(join(draft, name), join(folder, name));
    } catch (error) {
      // SQLite removes its log when the last connection closes, which may happen after the folder was listed.
      if (isLog(name) && (error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    moved.push(name);
  }
  await rm(draft, { recursive: true });
  await syncFolder(folder);
  const pending = acts.holdsWebhooks ? [] : pendingMigrations(summary.migrations);
  return { summary, files, pending, isRotationOpen, isRecorded };
}

/**
 * Records the restore and holds webhooks before a service can start with the data. Holding webhooks requires the newest schema,
 * so an older database is migrated. Otherwise, migrations are left to the next start, which may be one of the version that
 * wrote the backup.
 *
 * @returns whether the restore was recorded.
 */
async function changeRestored(
  draft: string,
  archive: string,
  { createdAt, migrations }: BackupSummary,
  { holdsWebhooks, actor, now }: Pick<RestoreOptions, 'holdsWebhooks' | 'actor' | 'now'>,
): Promise<boolean> {
  if (!holdsWebhooks && !hasAuditTrail(migrations)) return false;
  const database = holdsWebhooks ? await openDatabase(draft, true) : await openUnmigrated(draft);
  try {
    await inTransaction(database.main, noLock, async (trx) => {
      if (holdsWebhooks) await holdDeliveries(trx, now);
      await recordAct(trx, {
        actor,
        act: 'backup.restore',
        at: now,
        accountId: null,
        subject: { kind: 'backup', id: createdAt },
        mode: null,
        changes: { archive, held: holdsWebhooks },
      });
    });
  } finally {
    await database.close();
  }
  await rm(join(draft, lockName), { force: true });
  return true;
}

/** Refuses a folder with data, unless an interrupted restore left it. */
async function refuseData(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found === null) {
    const parent = await stat(dirname(folder)).catch(() => null);
    if (parent && !parent.isDirectory()) throw new BackupError(`${dirname(folder)} is a file.`);
    return;
  }
  if (!found.isDirectory()) throw new BackupError(`${folder} is a file. Use --data to name an empty folder.`);
  // Reports data of another version with a specific error.
  refuseUnsupported(folder, peekMigrations(databaseFile(folder)) ?? noHistory);
  const draft = restoringFolder(folder);
  const isUnfinished = existsSync(draft) && !existsSync(databaseFile(folder));
  const left = isUnfinished ? [basename(draft), ...findMovedNames(draft)] : [];
  const data = (await readdir(folder)).filter((name) => !isNotData(name) && !left.includes(name));
  if (data.length === 0) return;
  throw new BackupError(
    `${folder} is not empty (${data.slice(0, 3).join(', ')}${data.length > 3 ? ', …' : ''}), and was not changed. Use --data to name an empty or new folder.`,
  );
}

/** Removes what a restore has written to an empty folder, and nothing outside of it. */
async function clear(folder: string, moved: readonly string[]): Promise<void> {
  const found = (await readdir(folder)).filter((name) => !isNotData(name));
  // Removes the database first and the subfolder last: in between, the other files count as incomplete.
  for (const name of [...moved].reverse())
    if (found.includes(name)) await rm(join(folder, name), { recursive: true, force: true });
  await rm(restoringFolder(folder), { recursive: true, force: true });
}

async function syncFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  for (const { parentPath, name } of folders) await syncFolder(join(parentPath, name));
  await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isLog(name: string): boolean {
  return name === `${databaseName}-wal` || name === `${databaseName}-shm`;
}
