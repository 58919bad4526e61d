import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Reads a file.
 *
 * @returns null if the file does not exist.
 */
export function readPrivateFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Creates or replaces a file that only its owner can read, and flushes it to the disk. The change is atomic: concurrent
 * readers, and readers after a crash, see either the old text or the new one.
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

/**
 * Writes a text to a new file beside a path, and flushes it to the disk. Removes the file if that fails.
 *
 * @returns the path of the new file.
 */
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

/** Flushes the folder of a file to the disk, so that renames in it survive a crash. */
export function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
