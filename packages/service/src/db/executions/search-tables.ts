/** A hash by which an execution can be found. */
export interface SearchHashesTable {
  /** Keyed hash of account, kind and value, 96 bits. */
  hash: string;
  /** Time at which the execution was created, in ms since 1970. */
  created_at: number;
  execution_id: string;
  /** Kind of the hashed value: `user-id`, `email`, … */
  kind: string;
}

/**
 * One row: progress of computing the hashes of executions that were started before the service stored any, that is before the
 * migration `0009-search`.
 */
export interface SearchProgressTable {
  id: number;
  /** All executions up to this id have their hashes. */
  after_id: string;
  /** 1 once all executions have their hashes, otherwise 0. */
  is_done: number;
}
