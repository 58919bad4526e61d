import { linkSync, unlinkSync } from 'node:fs';
import { syncFolderOf, writeDraft } from './private-file.ts';

/**
 * Creates a file readable by its owner alone, whole and on the disk before this returns, unless one is there already.
 * Of two processes that race, one wins and the other's file is never seen.
 *
 * @returns whether this call created it.
 */
export function writeOnce(path: string, text: string): boolean {
  const draft = writeDraft(path, text);
  try {
    // Unlike a rename, a link never replaces what is there.
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
