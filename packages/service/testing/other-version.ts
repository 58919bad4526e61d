import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { databaseFile } from '../src/db/opening/open-database.ts';

/** How the process that wrote a database ended. */
export type Ending = 'stopped' | 'killed';

/**
 * Writes a database with the given migrations into a data folder.
 *
 * @param ending - `stopped` leaves only the database file; `killed` leaves all data in the log, with its index.
 */
export function writeDatabase(
  folder: string,
  migrations: readonly string[],
  ending: Ending = 'stopped',
): void {
  const draft = mkdtempSync(join(tmpdir(), 'vo-other-'));
  const file = databaseFile(draft);
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; create table kysely_migration (name text, timestamp text)');
  for (const name of migrations) database.exec(`insert into kysely_migration values ('${name}', '')`);
  const copy = (path: string) => cpSync(path, join(folder, basename(path)));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (ending === 'killed') for (const suffix of ['', '-wal', '-shm']) copy(file + suffix);
  database.close();
  if (ending === 'stopped') copy(file);
  rmSync(draft, { recursive: true });
}

/** Returns the digests of all files in a folder, by path. */
export function digestFolder(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(
    paths.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** Data of other versions: their migrations, and the message that refuses them. */
export const otherVersions = [
  {
    version: 'a development version',
    migrations: ['0001-foundation', '0002-housekeeping', '0027-hand-off-openers'],
    cause: 'was made by a development version before 0.2.0 and cannot be upgraded.',
    remedy: 'Move the folder away, or set DATA_DIR to an empty folder.',
  },
  {
    version: 'the first development version',
    migrations: ['0001-foundation'],
    cause: 'was made by a development version before 0.2.0 and cannot be upgraded.',
    remedy: 'Move the folder away, or set DATA_DIR to an empty folder.',
  },
  {
    version: 'a newer version',
    migrations: ['0001-initial-schema', '9999-later'],
    cause: 'was made by a newer version of the service (9999-later).',
    remedy: 'Run that version or a later one, or set DATA_DIR to another folder.',
  },
] as const;
