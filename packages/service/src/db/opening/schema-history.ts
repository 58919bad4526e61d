import { sql } from 'kysely';
import { spelt } from '../dialect.ts';
import type { StagedMigration } from '../migrations/staged-migration.ts';
import type { Database } from '../schema.ts';

/** The migrations of this version, by name. */
export type StagedMigrations = Readonly<Record<string, StagedMigration>>;

/** Migrations that a database went through. */
export interface SchemaHistory {
  /** Names of its migrations. */
  readonly done: readonly string[];
  /** Migrations after which, as the database records, a release without them can use it. */
  readonly expanded: ReadonlySet<string>;
}

/** History of a database without migrations, or one that cannot be read. */
export const noHistory: SchemaHistory = { done: [], expanded: new Set() };

/** Names of the migrations that a database went through. */
export async function migrationsDone(db: Database): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** Reads the migrations that a database has had. */
export async function readHistory(db: Database): Promise<SchemaHistory> {
  const done = await migrationsDone(db);
  if (!(await hasTable(db, 'migration_phases'))) return { ...noHistory, done };
  const rows = await db.selectFrom('migration_phases').select('name').where('phase', '=', 'expand').execute();
  return { done, expanded: new Set(rows.map(({ name }) => name)) };
}

/** The migrations of this version that a database has yet to go through, in order. */
export function pendingOf(migrations: StagedMigrations, done: readonly string[]): string[] {
  return Object.keys(migrations)
    .filter((name) => !done.includes(name))
    .sort();
}

/** The migrations that a database went through and this version does not know, in order. */
export function newerThan(migrations: StagedMigrations, done: readonly string[]): string[] {
  return done.filter((name) => !(name in migrations)).sort();
}

/**
 * Finds the migrations that keep this version off a database: those it does not know, unless all of them let the release before
 * go on. A version that has others pending is not that release.
 */
export function refusedBy(migrations: StagedMigrations, { done, expanded }: SchemaHistory): string[] {
  const newer = newerThan(migrations, done);
  if (pendingOf(migrations, done).length > 0) return newer;
  return newer.filter((name) => !expanded.has(name));
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const { rows } = await spelt({
    sqlite: sql`select 1 from sqlite_master where name = ${name}`,
    postgres: sql`select 1 where to_regclass(${name}) is not null`,
  }).execute(db);
  return rows.length > 0;
}
