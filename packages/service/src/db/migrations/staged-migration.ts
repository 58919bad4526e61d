import type { Migration } from 'kysely';

/**
 * Releases that can use the database after a migration.
 *
 * - `expand`: the release before goes on beside the new one, and each reads what the other writes. It adds tables, indexes and
 *   columns that may be left out.
 * - `contract`: only releases that know it. It removes or renames what the release before uses, or asks for values that it
 *   does not write. It comes at least one release after the code stopped using what it removes.
 */
export type Phase = 'expand' | 'contract';

/** A migration, and which releases can use the database after it. */
export interface StagedMigration extends Migration {
  readonly phase: Phase;
}
