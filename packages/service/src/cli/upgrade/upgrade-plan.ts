import { migrations } from '../../db/migrations/index.ts';
import { postgresMigrations } from '../../db/migrations/postgres-migrations.ts';
import type { Phase } from '../../db/migrations/staged-migration.ts';
import { newerThan, pendingOf, refusedBy, type SchemaHistory } from '../../db/opening/schema-history.ts';

/** Facts about a database and its instances. */
export interface UpgradeFacts {
  readonly isPostgres: boolean;
  /** Whether the media are in a bucket, which every instance can reach. */
  readonly hasBucket: boolean;
  readonly history: SchemaHistory;
  /** Versions of the running instances; null for an instance too old to report its version. */
  readonly running: readonly (string | null)[];
}

/**
 * How to bring this version to a database.
 *
 * - `none`: the schema is that of this version, or a newer one with which it can still work.
 * - `rolling`: migrate, then replace instances one by one.
 * - `stop`: stop all instances, migrate, start.
 * - `refused`: this version cannot use the database.
 */
export type UpgradeWay = 'none' | 'rolling' | 'stop' | 'refused';

export interface UpgradePlan {
  readonly way: UpgradeWay;
  /** Last migration that was applied to the database; null: it is empty. */
  readonly schema: string | null;
  readonly pending: readonly { readonly name: string; readonly phase: Phase }[];
  /** Migrations that this version does not know. */
  readonly newer: readonly string[];
  /** Whether instances of two versions may share the data while they are replaced one by one. */
  readonly mayRoll: boolean;
  /** The reason and what to do, in sentences. */
  readonly remedy: string;
}

/** Plans how to upgrade a database to this version. */
export function planUpgrade({ isPostgres, hasBucket, history, running }: UpgradeFacts): UpgradePlan {
  const known = isPostgres ? postgresMigrations : migrations;
  const pending = pendingOf(known, history.done).map((name) => ({
    name,
    phase: known[name]?.phase ?? ('contract' as const),
  }));
  const facts = {
    schema: [...history.done].sort().at(-1) ?? null,
    pending,
    newer: newerThan(known, history.done),
  };
  const refused = refusedBy(known, history);
  if (refused.length > 0)
    return {
      ...facts,
      way: 'refused',
      mayRoll: false,
      remedy: `This version cannot use it after ${refused.join(', ')}. Run the version that made them, or a later one.`,
    };
  const contracting = pending.filter(({ phase }) => phase === 'contract').map(({ name }) => name);
  const mayRoll = isPostgres && hasBucket && contracting.length === 0;
  if (facts.schema === null)
    return { ...facts, way: 'none', mayRoll, remedy: 'It is empty: the first start sets it up.' };
  if (pending.length === 0)
    return { ...facts, way: 'none', mayRoll, remedy: withoutMigration(isPostgres, hasBucket) };
  if (mayRoll)
    return {
      ...facts,
      way: 'rolling',
      mayRoll,
      remedy: 'Run "orchestration migrate", then replace the instances one by one.',
    };
  return { ...facts, way: 'stop', mayRoll, remedy: stopRemedy(isPostgres, contracting, running.length) };
}

function withoutMigration(isPostgres: boolean, hasBucket: boolean): string {
  if (!isPostgres) return 'Nothing to migrate. One process uses SQLite: stop it, and start the new one.';
  if (!hasBucket)
    return 'Nothing to migrate. Without MEDIA_URL instances do not share pictures: stop the old one before the new one starts.';
  return 'Nothing to migrate. Replace the instances one by one.';
}

function stopRemedy(isPostgres: boolean, contracting: readonly string[], running: number): string {
  if (!isPostgres)
    return 'Stop the service and start the new one: its start copies the database and migrates it.';
  const why =
    contracting.length > 0
      ? `The previous release cannot continue after ${contracting.join(', ')}.`
      : 'Without MEDIA_URL instances do not share pictures.';
  const stop = running === 0 ? '' : `Stop all ${running} instances first. `;
  return `${why} ${stop}Run "orchestration migrate", then start the new ones.`;
}
