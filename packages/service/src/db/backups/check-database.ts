import { DatabaseSync } from '@photostructure/sqlite';
import { databaseFile } from '../opening/open-database.ts';

/**
 * Checks all pages and rows of a database that is not in use.
 *
 * @returns the faults: at most five of the pages, and five of the references between rows.
 */
export function findDamage(folder: string): string[] {
  try {
    const database = new DatabaseSync(databaseFile(folder), { readOnly: true });
    try {
      const rows = database.prepare('pragma integrity_check(5)').all() as { integrity_check: string }[];
      const broken = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
      const orphans = database.prepare('pragma foreign_key_check').all() as { table: string }[];
      return [...broken, ...orphans.slice(0, 5).map(({ table }) => `a row of ${table} refers to none`)];
    } finally {
      database.close();
    }
  } catch (error) {
    return [(error as Error).message];
  }
}
