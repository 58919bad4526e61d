import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { SqliteDialect } from './sqlite-dialect.ts';

/** The opened database. */
export interface OpenDatabase {
  /** Reads and writes, one transaction at a time. */
  readonly main: Kysely<Schema>;
  /** A second, read-only connection for long reads, so that they hold up no write. */
  readonly reader: Kysely<Schema>;
  close(): Promise<void>;
}

/**
 * Opens `service.db` in a folder (made when missing), brings it to the newest migration, and holds the folder for this
 * process alone.
 *
 * @throws when another process holds the folder, or a migration fails (nothing of it is kept then).
 */
export async function openDatabase(folder: string): Promise<OpenDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = holdFolder(folder);
  const file = join(folder, 'service.db');
  const main = new Kysely<Schema>({ dialect: new SqliteDialect({ file, readOnly: false }) });
  try {
    await migrate(main);
  } catch (error) {
    await main.destroy();
    release();
    throw error;
  }
  const reader = new Kysely<Schema>({ dialect: new SqliteDialect({ file, readOnly: true }) });
  return {
    main,
    reader,
    close: async () => {
      await reader.destroy();
      await main.destroy();
      release();
    },
  };
}

async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}

/**
 * Two services on one file would each run the other's jobs. An exclusive transaction on a file of its own is a lock that
 * the operating system gives back however this process ends.
 */
function holdFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'service.lock'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw new Error(`Another process is using ${folder}.`, { cause: error });
  }
  return () => lock.close();
}
