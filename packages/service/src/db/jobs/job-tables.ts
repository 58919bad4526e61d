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
  /** Number of tries, including the current one. */
  tries: number;
  max_tries: number;
  /** Number of tries that ended because their process did; not included in `tries`. */
  cut_offs: number;
  created_at: number;
  /** Time at which the job was given up; null if it was not. It then stays visible and is not claimed again. */
  failed_at: number | null;
  last_error: string | null;
}
