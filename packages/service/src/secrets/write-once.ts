import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a file readable by its owner alone, whole and on the disk before this returns, unless one is there already.
 * Of two processes that race, one wins and the other's file is never seen.
 *
 * @returns whether this call created it.
 */
export function writeOnce(path: string, text: string): boolean {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.new`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  } finally {
    closeSync(file);
  }
  try {
    // Unlike a rename, a link never replaces what is there.
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  } finally {
    unlinkSync(temporary);
  }
  const directory = openSync(dirname(path), 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
  return true;
}
