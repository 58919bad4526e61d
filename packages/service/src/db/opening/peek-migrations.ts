import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { noHistory, type SchemaHistory } from './schema-history.ts';

/**
 * Reads which migrations a database has. Changes and creates no file.
 *
 * @returns an empty history if the database does not exist; null if it cannot be read in this way, in which case the caller
 *   learns its history or fault by opening it.
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
 * Builds the SQLite URI of a file. An ordinary read-only connection would create a log and its index, and leave both behind.
 *
 * - If both exist, a process is using the database or was killed: `readonly_shm` reads them unchanged.
 * - Otherwise nobody is using it: `immutable` reads only the file. That misses a log that was copied without its index.
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
    // Avoids a prepared statement, which would hold the connection open until it is garbage-collected, despite `close`.
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
