import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { noHistory, type SchemaHistory } from './schema-history.ts';

/**
 * Reads which migrations a database went through. It changes no file, and creates none.
 *
 * @returns them, none where there is no database; null if they cannot be read in this way. The caller then learns
 * of them, or of what is wrong, when it opens the database.
 */
export function peekMigrations(file: string): SchemaHistory | null {
  if (!existsSync(file)) return noHistory;
  try {
    return readHistory(uriOf(file));
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

function readHistory(uri: URL): SchemaHistory {
  const database = new DatabaseSync(uri, { readOnly: true });
  try {
    let found: string[] = [];
    // Not a prepared statement: it would hold the connection open until it is collected as garbage, in spite of `close`.
    database.function('found', (name: unknown) => {
      found.push(String(name));
      return null;
    });
    const ask = (table: string, where: string) => {
      found = [];
      database.exec(`select found(name) from sqlite_master where name = '${table}'`);
      if (found.length === 0) return [];
      found = [];
      database.exec(`select found(name) from ${table} where ${where}`);
      return found;
    };
    const done = ask('kysely_migration', 'true');
    return { done, expanded: new Set(ask('migration_phases', "phase = 'expand'")) };
  } finally {
    database.close();
  }
}
