/** A hash that an execution can be found by. */
export interface SearchHashesTable {
  /** Keyed hash of account, kind and value, 96 bits. */
  hash: string;
  /** Time of the execution, in ms since 1970. */
  created_at: number;
  execution_id: string;
  /** Kind of the hashed value: `user-id`, `email`, … */
  kind: string;
}

/** One row: how far executions that were there before the search have got their hashes. */
export interface SearchProgressTable {
  id: number;
  /** All executions up to this id have them. */
  after_id: string;
  /** 1: all have. */
  is_done: number;
}
