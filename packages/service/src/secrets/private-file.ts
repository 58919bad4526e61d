import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Reads a file. @returns null where there is none. */
export function readPrivateFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Puts a file that only its owner can read in the place of another or of none, whole and on the disk before this returns. Whoever
 * reads meanwhile, or after a crash, sees the old text or the new, never a part.
 */
export function writePrivateFile(path: string, text: string): void {
  const draft = writeDraft(path, text);
  try {
    renameSync(draft, path);
  } catch (error) {
    unlinkSync(draft);
    throw error;
  }
  syncFolderOf(path);
}

/** Writes a text to the disk beside a file, under a name of its own; nothing stays where that fails. @returns the path. */
export function writeDraft(path: string, text: string): string {
  const draft = `${path}.${randomBytes(8).toString('hex')}.new`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    // Unlike `writeSync`, writes everything.
    writeFileSync(file, text);
    fsyncSync(file);
  } catch (error) {
    unlinkSync(draft);
    throw error;
  } finally {
    closeSync(file);
  }
  return draft;
}

/** Brings the names in the folder of a file to the disk. */
export function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
