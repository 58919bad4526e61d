import { sql } from 'kysely';
import { byDialect } from '../dialect.ts';
import type { StagedMigration } from '../migrations/staged-migration.ts';
import type { Database } from '../schema.ts';

/** The migrations of this version, by name. */
export type StagedMigrations = Readonly<Record<string, StagedMigration>>;

/** The migrations of a database. */
export interface SchemaHistory {
  /** Names of the migrations that were carried out. */
  readonly done: readonly string[];
  /** Migrations after which, according to the database, the previous release can still use it. */
  readonly expanded: ReadonlySet<string>;
}

/** History of a database that has no migrations or cannot be read. */
export const noHistory: SchemaHistory = { done: [], expanded: new Set() };

/** Returns the names of the migrations that a database has. */
export async function migrationsDone(db: Database): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** Reads the migrations that a database has, with their phases. */
export async function readHistory(db: Database): Promise<SchemaHistory> {
  const done = await migrationsDone(db);
  if (!(await hasTable(db, 'migration_phases'))) return { ...noHistory, done };
  const rows = await db.selectFrom('migration_phases').select('name').where('phase', '=', 'expand').execute();
  return { done, expanded: new Set(rows.map(({ name }) => name)) };
}

/** Returns the migrations of this version that a database does not have yet, in order. */
export function pendingOf(migrations: StagedMigrations, done: readonly string[]): string[] {
  return Object.keys(migrations)
    .filter((name) => !done.includes(name))
    .sort();
}

/** Returns the migrations of a database that this version does not know, in order. */
export function newerThan(migrations: StagedMigrations, done: readonly string[]): string[] {
  return done.filter((name) => !(name in migrations)).sort();
}

/**
 * Returns the migrations that keep this version from using a database: those that it does not know, unless all of them are
 * `expand` migrations. If migrations of this version are pending, too, even `expand` migrations keep it from the database,
 * because it is not the previous release.
 */
export function refusedBy(migrations: StagedMigrations, { done, expanded }: SchemaHistory): string[] {
  const newer = newerThan(migrations, done);
  if (pendingOf(migrations, done).length > 0) return newer;
  return newer.filter((name) => !expanded.has(name));
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const { rows } = await byDialect({
    sqlite: sql`select 1 from sqlite_master where name = ${name}`,
    postgres: sql`select 1 where to_regclass(${name}) is not null`,
  }).execute(db);
  return rows.length > 0;
}
