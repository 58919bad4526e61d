import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, Migrator } from 'kysely';
import { migrations } from '../src/db/migrations/index.ts';
import { databaseFile } from '../src/db/opening/open-database.ts';
import { SqliteDialect } from '../src/db/opening/sqlite-dialect.ts';

/** Migrations of released versions. */
export const releasedMigrations = { '0.2.0': ['0001-initial-schema'] } as const;

/**
 * Rewrites the database of a data folder to the schema of an earlier version, with the present rows. No process may use the
 * folder.
 *
 * @param names - the migrations of the earlier version.
 */
export async function rewriteAsEarlier(folder: string, names: readonly string[]): Promise<void> {
  const file = databaseFile(folder);
  const earlier = `${file}.earlier`;
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ file: earlier, readOnly: false }) });
  const some = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)));
  const provider = { getMigrations: async () => some };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  await db.destroy();
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
  copyCommonColumns(file, earlier);
  for (const path of [file, earlier])
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  renameSync(earlier, file);
  // The anchor records that executions were sealed, which that version did not do.
  rmSync(join(folder, 'integrity.anchor'), { force: true });
}

function copyCommonColumns(from: string, to: string): void {
  const database = new DatabaseSync(to, { enableForeignKeyConstraints: false });
  try {
    database.prepare('attach ? as later').run(from);
    for (const table of tablesOf(database)) {
      const columns = columnsOf(database, 'main', table);
      const known = columnsOf(database, 'later', table).filter((name) => columns.includes(name));
      const list = known.map((name) => `"${name}"`).join(', ');
      database.exec(`delete from main."${table}"`);
      database.exec(`insert into main."${table}" (${list}) select ${list} from later."${table}"`);
    }
    database.exec('detach later');
    // Prepared statements keep the connection, and so the log file, open after closing.
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

function tablesOf(database: InstanceType<typeof DatabaseSync>): string[] {
  const rows = database
    .prepare("select name from main.sqlite_master where type = 'table' and name not like 'sqlite%'")
    .all() as { name: string }[];
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
}

function columnsOf(database: InstanceType<typeof DatabaseSync>, schema: string, table: string): string[] {
  const rows = database.prepare(`select name from pragma_table_info(?, ?)`).all(table, schema) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}
