import type { Migration } from 'kysely';

/**
 * Which releases can use the database after a migration.
 *
 * - `expand`: the previous release can run beside the new one, and each reads what the other writes. The migration only adds
 *   tables with their indexes, and optional columns.
 * - `contract`: only releases that know the migration. It removes or renames what the previous release uses, requires values
 *   that it does not write, or builds an index on a table in use, which holds up its writes. It comes at least one release after
 *   the code stopped using what it removes.
 */
export type Phase = 'expand' | 'contract';

/** A migration, and which releases can use the database after it. */
export interface StagedMigration extends Migration {
  readonly phase: Phase;
}
