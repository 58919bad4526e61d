import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';

/**
 * Reads which migrations a database went through. It changes no file, and creates none.
 *
 * @returns their names, none where there is no database; null if they cannot be read in this way. The caller then learns
 * of them, or of what is wrong, when it opens the database.
 */
export function peekMigrations(file: string): string[] | null {
  if (!existsSync(file)) return [];
  try {
    return readNames(uriOf(file));
  } catch {
    return null;
  }
}

/**
 * The file as an SQLite URI. An ordinary read-only connection would create a log with an index, and leave both behind.
 *
 * - With log and index there, a process is using the database or was killed: `readonly_shm` reads both as they are.
 * - Otherwise nobody is using it: `immutable` reads the file alone. That misses a log that was copied without its index.
 *
 * @see https://sqlite.org/uri.html and https://sqlite.org/wal.html#read_only_databases
 */
function uriOf(file: string): URL {
  const uri = pathToFileURL(file);
  const hasLog = existsSync(`${file}-wal`) && existsSync(`${file}-shm`);
  uri.searchParams.set('mode', 'ro');
  uri.searchParams.set(hasLog ? 'readonly_shm' : 'immutable', '1');
  return uri;
}

function readNames(uri: URL): string[] {
  const database = new DatabaseSync(uri, { readOnly: true });
  try {
    let found: string[] = [];
    // Not a prepared statement: it would hold the connection open until it is collected as garbage, in spite of `close`.
    database.function('found', (name: unknown) => {
      found.push(String(name));
      return null;
    });
    database.exec("select found(name) from sqlite_master where name = 'kysely_migration'");
    if (found.length === 0) return [];
    found = [];
    database.exec('select found(name) from kysely_migration');
    return found;
  } finally {
    database.close();
  }
}
