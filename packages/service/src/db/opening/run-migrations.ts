import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Database, Schema } from '../schema.ts';
import type { StagedMigrations } from './schema-history.ts';

/** The migration that created the table of phases of later migrations. */
const firstNoted = '0027-releases';

/**
 * Carries out what is pending, in one transaction: all of it or nothing. Of processes that do so at the same time one is first.
 *
 * @param before - called in the transaction before each migration.
 * @returns the names, in order.
 * @throws when one fails.
 */
export async function runMigrations(
  db: Kysely<Schema>,
  migrations: StagedMigrations,
  before: (trx: Database, name: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const wrapped: Record<string, Migration> = Object.fromEntries(
    Object.entries(migrations).map(([name, { phase, up }]) => [
      name,
      {
        async up(trx: Kysely<unknown>) {
          await before(trx as unknown as Database, name);
          await up(trx);
          if (name >= firstNoted)
            await sql`insert into migration_phases (name, phase) values (${name}, ${phase})`.execute(trx);
        },
      },
    ]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => wrapped } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
  return results.map(({ migrationName }) => migrationName);
}
