import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { noteInstallation } from '../db/opening/installation.ts';
import { type MoveNote, movedPath } from '../db/opening/moved-folder.ts';
import { databaseFile, holdFolder } from '../db/opening/open-database.ts';
import { syncFolderOf } from '../secrets/private-file.ts';
import { MoveError } from './move-error.ts';

/**
 * Checks that no files of an earlier move are left in the folder.
 *
 * @throws {MoveError} if the folder already has files with the names that this move uses.
 */
export function refuseEarlierMove(folder: string): void {
  const left = [databaseFile(folder), join(folder, 'media')].map(movedPath).find(existsSync);
  if (left !== undefined)
    throw new MoveError(`${left} is left over from an earlier move. Move it out of the data folder first.`);
}

/**
 * Converts a folder whose data was moved into the folder of its PostgreSQL database, and renames files that are no longer used.
 * May be called again after a crash.
 */
export function closeFolder(folder: string, note: MoveNote): void {
  const release = holdFolder(folder);
  try {
    noteInstallation(folder, note.installation);
    if (note.bucket !== null) setAside(join(folder, 'media'));
    // Renames the database last: until then, a start reports that the move was interrupted.
    const file = databaseFile(folder);
    closeLog(file);
    setAside(file);
    syncFolderOf(file);
  } finally {
    release();
  }
}

/**
 * Removes the write-ahead log, which was empty when the data was copied. Later entries are kept beside the renamed database to
 * which they belong.
 */
function closeLog(file: string): void {
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) renameSync(`${file}-wal`, `${movedPath(file)}-wal`);
  for (const path of [`${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
}

function setAside(path: string): void {
  if (existsSync(path)) renameSync(path, movedPath(path));
}
