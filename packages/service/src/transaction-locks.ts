/**
 * Names of what a transaction reads to decide what it writes. Of two that name the same, the second begins its reads when the first has
 * ended; what neither names, the other may change between a read and a write. SQLite carries out one transaction at a time whatever
 * they name, so a name that is missing shows in `testing/races.contract.ts` and `administration.contract.ts` alone.
 */
export interface TransactionLocks {
  /** Id of an execution, with its checks, captures, events, window and hand-off. */
  readonly execution?: string;
  /** The execution that a check is part of. */
  readonly executionOfCheck?: string;
  /** The execution whose start answered the token of this hash. */
  readonly executionOfToken?: string;
  /** The execution whose window has the ticket of this hash. */
  readonly executionOfTicket?: string;
  /** The execution whose hand-off has the secret of this hash. */
  readonly executionOfSecret?: string;
  /** Ids of several executions. */
  readonly executions?: readonly string[];
  /** Id of a webhook endpoint, with its health and the deliveries to it as a whole. */
  readonly endpoint?: string;
  /** The endpoint that a delivery goes to. */
  readonly endpointOfDelivery?: string;
  /** Id of an account, with its settings, keys, workflows and endpoints. */
  readonly account?: string;
  /** Whole tables that change seldom: one transaction at a time may change any of their rows. */
  readonly all?: 'keys' | 'people' | 'workflows';
}

/** Locks of a transaction whose writes do not depend on what it reads. */
export const noLock: TransactionLocks = {};
