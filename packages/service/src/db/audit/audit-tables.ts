/** One act in the audit trail. Triggers refuse to change or remove a row. */
export interface AuditEventsTable {
  /** Id of the account; `service` for events without an account. */
  chain: string;
  /** Position in its chain, from 1. */
  seq: number;
  at: number;
  /** Kind of the actor, as in `Actor`. */
  actor_kind: string;
  actor_id: string;
  act: string;
  subject_kind: string | null;
  subject_id: string | null;
  mode: string | null;
  /** Changes as JSON, without personal data. */
  changes: string | null;
  /** IP address from which the act was requested. */
  address: string | null;
  /** Serial of the subject after the act; for an execution, its `seq`. */
  execution_seq: number | null;
  /** Hash of the previous event, in hex. */
  previous: string;
  /** SHA-256 over the canonical form, in hex. */
  hash: string;
}

/** One row: the ends of all chains when the checkpoint was made. */
export interface AuditCheckpointsTable {
  id: number;
  sealed_at: number;
  /** JSON. */
  heads: string;
  /** HMAC-SHA-256 under a key derived from the master key. */
  mac: string;
}
