import type { Generated } from 'kysely';

/** One row: the state of the clock. */
export interface ClockMarksTable {
  id: number;
  /** Time at which the clock was last trusted; null: never. */
  trusted_at: number | null;
  /** Time at which an operator last confirmed the clock; null: never. */
  confirmed_at: number | null;
  /** Why the clock is in doubt: `settling`, `ahead` or `behind`; null: it is trusted. */
  doubt: string | null;
  /** How far the clock is ahead of the expected time, in ms; negative if behind. */
  gap_ms: number;
  /** Start and end of the last period in which the service was off or did not trust the clock; null if there was none. */
  pause_from: number | null;
  pause_until: number | null;
}

/** One row, written to test whether the database accepts writes. */
export interface WriteProbesTable {
  id: number;
  written_at: number;
}

/** One row for each process that shares the database. */
export interface InstancesTable {
  id: string;
  /** Start and last heartbeat, by the clock of the database. */
  started_at: number;
  heartbeat_at: number;
  /** Version of the service; null if it is older than this column. */
  version: string | null;
  /** `ChecksRole` of the instance. The column exists only in PostgreSQL. */
  checks: Generated<string>;
}

/** One row for each migration since this table was created: which releases can use the database after it. */
export interface MigrationPhasesTable {
  name: string;
  /** `expand` or `contract`. */
  phase: string;
}

/** One row, only in PostgreSQL: the installation to which the database belongs. */
export interface InstallationsTable {
  id: number;
  /** UUID of the installation; also stored in the data folder. */
  installation_id: string;
  /** Keyed hash of the UUID under the master key. */
  proof: string;
  /** Content of `master.key.proof`; null if no instance has stored it yet. */
  key_proof: string | null;
}

/** One row while webhooks are held. */
export interface DeliveryHoldsTable {
  id: number;
  held_at: number;
}

/** One row while media without a capture wait for an operator. */
export interface OrphanHoldsTable {
  id: number;
  orphans: number;
  /** Number of all media. */
  objects: number;
  found_at: number;
  /** Null until an operator confirms. */
  confirmed_at: number | null;
  /** Up to this number, orphans are removed without a confirmation. Null in a row of an earlier release. */
  allowance: number | null;
}

/** No row until a segment of the purge journal in a bucket was carried out; then one row with the number of the last one. */
export interface PurgeMarksTable {
  id: number;
  segment: number;
}

/** One row for each execution that will be purged once it has ended, regardless of the retention time. */
export interface PendingErasuresTable {
  execution_id: string;
  accepted_at: number;
  /** `erasure`: a person requested it; null: it comes from a purge journal. */
  cause: string | null;
  /** The actor who ordered it, in the form of `nameOfActor`; null if unknown. */
  ordered_by: string | null;
}

/** One row for each mode of an account of which purges wait for an operator. */
export interface PurgeHoldsTable {
  account_id: string;
  mode: string;
  held_at: number;
}

/** Purges of one mode of an account that an operator confirmed, regardless of the number of executions. */
export interface PurgeConfirmationsTable {
  account_id: string;
  mode: string;
  /** Covers executions that ended until this time. */
  ended_until: number;
  /** Number of these executions. */
  executions: number;
  confirmed_at: number;
}
