import type { Generated } from 'kysely';

/** One row: the state of the clock. */
export interface ClockMarksTable {
  id: number;
  /** When the clock was last trusted; null: never yet. */
  trusted_at: number | null;
  /** When an operator last confirmed it; null: never. */
  confirmed_at: number | null;
  /** `settling`, `ahead` or `behind`; null: it is trusted. */
  doubt: string | null;
  gap_ms: number;
  /** Start and end of the last period in which the service was off or did not trust the clock; null if there was none. */
  pause_from: number | null;
  pause_until: number | null;
}

/** One row, written to see whether the database can be. */
export interface WriteProbesTable {
  id: number;
  written_at: number;
}

/** A row for each process that shares the database. */
export interface InstancesTable {
  id: string;
  /** Both by the clock of the database. */
  started_at: number;
  heartbeat_at: number;
  /** Version of the service; null: it is older than this column. */
  version: string | null;
  /** In PostgreSQL alone: `ChecksRole` of the instance. */
  checks: Generated<string>;
}

/** A row for each migration since this table was made: which releases can use the database after it. */
export interface MigrationPhasesTable {
  name: string;
  /** `expand` or `contract`. */
  phase: string;
}

/** One row, in PostgreSQL alone: which installation the database is part of. */
export interface InstallationsTable {
  id: number;
  /** UUID of the installation; the data folder has it, too. */
  installation_id: string;
  /** A hash of it that only its master key makes. */
  proof: string;
  /** Content of `master.key.proof`; null: no instance has written it yet. */
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
  /** All media that there were. */
  objects: number;
  found_at: number;
  /** Null: nobody confirmed it. */
  confirmed_at: number | null;
}

/** One row once purges of the list in a bucket were carried out: the last of its segments that was, with all before it. */
export interface PurgeMarksTable {
  id: number;
  segment: number;
}

/** A row for each execution that is purged once it has ended, regardless of the retention time. */
export interface PendingErasuresTable {
  execution_id: string;
  accepted_at: number;
  /** `erasure`: a person demanded it; null: a list of purges had it. */
  cause: string | null;
  /** The actor who ordered it, in the form of `nameOfActor`; null if not known. */
  ordered_by: string | null;
}

/** Purges of an account, in one mode, that an operator confirmed, however many executions they are. */
export interface PurgeConfirmationsTable {
  account_id: string;
  mode: string;
  /** Executions that ended until then. */
  ended_until: number;
  /** How many there were. */
  executions: number;
  confirmed_at: number;
}
