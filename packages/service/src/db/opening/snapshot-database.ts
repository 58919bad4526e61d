import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copyDatabase } from '../backups/copy-database.ts';
import { UnsupportedDataError } from './unsupported-data.ts';

const mark = '.before-';

/**
 * Copies the database of a folder that the caller holds, before migrations change it, and removes earlier copies. The copy is
 * the way back as long as nothing was written after the migration.
 *
 * @param first - name of the first pending migration.
 * @returns the path of the copy.
 * @throws {UnsupportedDataError} if it cannot be written; the database was not changed then.
 */
export async function snapshotDatabase(file: string, first: string): Promise<string> {
  const snapshot = `${file}${mark}${first}`;
  const unfinished = `${snapshot}.unfinished`;
  const earlier = snapshotsOf(file);
  try {
    rmSync(unfinished, { force: true });
    await copyDatabase(file, unfinished);
    sync(unfinished);
    renameSync(unfinished, snapshot);
    sync(dirname(file));
  } catch (cause) {
    rmSync(unfinished, { force: true });
    throw new UnsupportedDataError(
      {
        cause: `${file} cannot be copied before it is migrated: ${(cause as Error).message}.`,
        remedy: 'Free some space in the data folder for a copy of it. Nothing was changed.',
      },
      { cause },
    );
  }
  for (const path of earlier) if (path !== snapshot) rmSync(path, { force: true });
  return snapshot;
}

/**
 * Removes copies that are older than a time.
 *
 * @param before - in ms since 1970.
 * @returns the number of removed copies.
 */
export function removeSnapshots(file: string, before: number): number {
  const old = snapshotsOf(file).filter((path) => statSync(path).mtimeMs < before);
  for (const path of old) rmSync(path, { force: true });
  return old.length;
}

function snapshotsOf(file: string): string[] {
  const folder = dirname(file);
  const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}${mark}`));
  return names.map((name) => join(folder, name));
}

function sync(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
