import { existsSync } from 'node:fs';
import { readMasterKeyFile, retiredKeyFileIn } from '../secrets/master-key.ts';
import { writeOnce } from '../secrets/write-once.ts';

/**
 * Copies a master key before it is replaced, for backups that were written under it. The copy is named like
 * `master.key.before-2026-11-27`, with a number at the end if another key was replaced on the same day.
 *
 * @returns the path of the copy, which is flushed to the disk.
 */
export function keepKeyBefore(directory: string, key: Uint8Array, now: number): string {
  const date = new Date(now).toISOString().slice(0, 10);
  for (let count = 1; ; count += 1) {
    const file = retiredKeyFileIn(directory, count === 1 ? date : `${date}-${count}`);
    if (!existsSync(file) && writeOnce(file, `${Buffer.from(key).toString('base64')}\n`)) return file;
    if (holds(file, key)) return file;
  }
}

function holds(file: string, key: Uint8Array): boolean {
  try {
    return Buffer.from(readMasterKeyFile(file)).equals(Buffer.from(key));
  } catch {
    return false;
  }
}
