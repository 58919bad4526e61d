import { linkSync, unlinkSync } from 'node:fs';
import { syncFolderOf, writeDraft } from './private-file.ts';

/**
 * Creates a file that only its owner can read, and flushes it to the disk. Does nothing if the file already exists. If two
 * processes race, one of them wins, and nobody sees the file of the other.
 *
 * @returns whether this call created the file.
 */
export function writeOnce(path: string, text: string): boolean {
  const draft = writeDraft(path, text);
  try {
    // Unlike a rename, a link never replaces an existing file.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
  syncFolderOf(path);
  return true;
}
