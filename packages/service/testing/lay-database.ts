import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFile, type OpenDatabase, openDatabase } from '../src/db/opening/open-database.ts';

/** Bytes of an empty database at the newest migration, created once for each thread. */
const migrated = await makeDatabase();

async function makeDatabase(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'vo-migrated-'));
  try {
    const database = await openDatabase(folder);
    // Emptied explicitly, because the log remains until the connection's statements are garbage-collected.
    const isWhole = await database.emptyLog();
    await database.close();
    if (!isWhole) throw new Error('The template database is incomplete.');
    return readFileSync(databaseFile(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Copies an empty, migrated database into a data folder, which is created if missing. Migrating takes longer than most tests.
 * Folder and file get the modes with which the service and SQLite create them.
 */
export function layDatabase(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(databaseFile(folder), migrated, { flag: 'wx', mode: 0o644 });
}

/** Opens the database of a data folder; copies an empty one there first if there is none. */
export async function openLaidDatabase(folder: string): Promise<OpenDatabase> {
  if (!existsSync(databaseFile(folder))) layDatabase(folder);
  return openDatabase(folder);
}
