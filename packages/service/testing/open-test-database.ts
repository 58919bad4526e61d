import { type OpenDatabase, openDatabase } from '../src/db/open-database.ts';

/** Opens the database that suites run on. */
export function openTestDatabase(folder: string): Promise<OpenDatabase> {
  return openDatabase(folder);
}
