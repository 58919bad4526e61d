export interface JobsTable {
  id: string;
  kind: string;
  subject_id: string;
  /** Jobs of one lane share a limit of how many run at a time (deliveries: the endpoint); null: no such limit. */
  lane: string | null;
  /** JSON. */
  payload: string | null;
  due_at: number;
  lease_until: number | null;
  lease_token: string | null;
  /** Instance that holds the lease, if several instances share the database. */
  lease_instance: string | null;
  /** Failed tries and the current one. */
  tries: number;
  max_tries: number;
  /** Tries that ended because their process did; they are not among `tries`. */
  cut_offs: number;
  created_at: number;
  /** Time at which the last try failed. Such a job stays visible and is not claimed again. */
  failed_at: number | null;
  last_error: string | null;
}
