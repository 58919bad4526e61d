import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type CompiledQuery, Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { SqliteDialect } from './sqlite-dialect.ts';

/** The opened database. */
export interface OpenDatabase {
  /** Reads and writes, one transaction at a time. */
  readonly main: Kysely<Schema>;
  /** A second, read-only connection for long reads, so that they hold up no write. */
  readonly reader: Kysely<Schema>;
  /** What a prepared query finds of what is committed. */
  read<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** Carries prepared queries out in one transaction: all of them or none. Resolves when they are on the disk. */
  write(queries: readonly CompiledQuery[]): Promise<void>;
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
  const writing = new SqliteDialect({ file, readOnly: false });
  const main = new Kysely<Schema>({ dialect: writing });
  try {
    await migrate(main);
  } catch (error) {
    await main.destroy();
    release();
    throw error;
  }
  const reading = new SqliteDialect({ file, readOnly: true });
  const reader = new Kysely<Schema>({ dialect: reading });
  return {
    main,
    reader,
    read: async (query) => reading.read(query),
    write: (queries) => writing.write(queries),
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
