import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Database, Schema } from '../schema.ts';
import type { StagedMigrations } from './schema-history.ts';

/** The migration that created the table of phases. Its phase and those of later migrations are stored. */
const firstNoted = '0027-releases';

/**
 * Carries out all pending migrations in one transaction. If several processes do so at the same time, they run one after the
 * other.
 *
 * @param before - called in the transaction before each migration.
 * @returns the names of the migrations that were carried out, in order.
 * @throws if a migration fails; nothing is kept then.
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
