/**
 * Names the data that a transaction reads to decide its writes. A transaction waits until earlier ones that name the same have
 * ended; anything not named may change between its read and its write. SQLite runs one transaction at a time regardless, so a
 * missing name shows only in `testing/races.contract.ts` and `administration.contract.ts`.
 */
export interface TransactionLocks {
  /** Id of an execution, with its checks, captures, events, window and hand-off. */
  readonly execution?: string;
  /** Id of a check, to lock its execution. */
  readonly executionOfCheck?: string;
  /** Hash of a session token, to lock the execution it was issued for. */
  readonly executionOfToken?: string;
  /** Hash of a window's ticket, to lock its execution. */
  readonly executionOfTicket?: string;
  /** Hash of a hand-off secret, to lock its execution. */
  readonly executionOfSecret?: string;
  /** Ids of several executions. */
  readonly executions?: readonly string[];
  /** Id of a webhook endpoint, with its health and its queue of deliveries. */
  readonly endpoint?: string;
  /** Id of a delivery, to lock its endpoint. */
  readonly endpointOfDelivery?: string;
  /** Id of an account, with its settings, keys, workflows and endpoints. */
  readonly account?: string;
  /** Whole tables that rarely change: only one transaction at a time may change their rows. */
  readonly all?: 'keys' | 'people' | 'workflows';
}

/** Locks of a transaction whose writes do not depend on what it reads. */
export const noLock: TransactionLocks = {};
