import type { CheckType, ExecutionStatus } from '@vendor/contract';
import type { KeyMode } from '../../accounts/api-key.ts';
import type { SearchKind, StoredExecution } from '../stored-execution.ts';

/** An execution as shown in a list, without personal data of its user. */
export interface ListedExecution {
  readonly id: string;
  readonly accountId: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly mode: KeyMode;
  readonly channel: 'token' | 'link';
  readonly status: ExecutionStatus;
  /** In ms since 1970, like all times here. */
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly dataPurgedAt: number | null;
  /** Increases with every change. */
  readonly seq: number;
}

/** A check that casts doubt on its execution. */
export interface DoubtedCheck {
  readonly executionId: string;
  readonly nodeId: string;
  readonly checkType: CheckType;
}

/** Encrypted inputs of an execution, with the key that decrypts them. */
export type SealedInputs = Pick<StoredExecution, 'id' | 'wrappedKey' | 'sealedInputs'>;

/** The position of an execution in a list. */
export type ListCursor = Pick<ListedExecution, 'id' | 'createdAt'>;

/** Selects the executions of an account to list. */
export interface ListFilter {
  readonly accountId: string;
  /** Null: both modes. */
  readonly mode: KeyMode | null;
  /** Null: any. */
  readonly status: ExecutionStatus | null;
  /** Null: all workflows of the account. */
  readonly workflowId: string | null;
  /** Version of that workflow; null: any. */
  readonly workflowVersion: number | null;
  /** Type of a check that the executions must have; null: any. */
  readonly checkType: CheckType | null;
  /** Code that the `statusDetail` of a check must have; null: any. Purged executions have none. */
  readonly code: string | null;
  /** Inclusive lower bound of the start time, in ms since 1970; null: none. */
  readonly from: number | null;
  /** Exclusive upper bound of the start time, in ms since 1970; null: none. */
  readonly to: number | null;
  /** True: only executions in REVIEW that can be decided, oldest first. False: all, newest first. */
  readonly isWaiting: boolean;
}

/** A page of a list. A page may be shorter than its limit, or even empty, without being the last. */
export interface ExecutionPage {
  readonly entries: readonly ListedExecution[];
  /** Start of the next page; null if this is the last. */
  readonly next: ListCursor | null;
}

/** Number of executions, counted up to a limit. */
export interface CappedCount {
  readonly count: number;
  /** True if there are more than were counted. */
  readonly isCapped: boolean;
}

/** Executions of an account that share a value with another execution. */
export interface SharedBy {
  /** Kind of the shared keyed hash: a kind of search, or `mark`. */
  readonly kind: SearchKind | 'mark';
  readonly hash: string;
  /** Newest first, without the other execution itself. */
  readonly entries: readonly ListedExecution[];
  readonly isCapped: boolean;
}

/** A delivery of an event about an execution. */
export interface ListedDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly event: string;
  readonly url: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly emittedAt: number;
}

/**
 * Lists executions. The database implements this port; the number of rows that a query reads does not grow with the number of
 * executions.
 */
export interface ExecutionDirectory {
  page(filter: ListFilter, after: ListCursor | null, limit: number): Promise<ExecutionPage>;
  /**
   * @returns null if counting would be too expensive: by version, check or code, and executions of one workflow that await a
   *   decision.
   */
  count(filter: ListFilter): Promise<CappedCount | null>;
  /** Finds the position of an execution in the lists of its account. @returns null if the account has no such execution. */
  findCursor(accountId: string, id: string): Promise<ListCursor | null>;
  /**
   * Lists executions of an account that have at least one hash of each choice, newest first.
   *
   * @param mode - of the listed executions; null: both.
   */
  hashed(
    accountId: string,
    choices: readonly (readonly string[])[],
    after: ListCursor | null,
    limit: number,
    mode: KeyMode | null,
  ): Promise<ExecutionPage>;
  /** Returns whether searches also find the executions from before searching was introduced. */
  isSearchComplete(): Promise<boolean>;
  /** Counts the executions of an account that no search finds, because their data cannot be read. */
  countUnsearchable(accountId: string): Promise<number>;
  /** Counts the different users of the given executions, by the hash of their user id. */
  countUsers(executionIds: readonly string[]): Promise<number>;
  /**
   * Finds executions of an account that share the hash of a user id, document number or mark (document, device, address or
   * frame) with the given execution, at most `limit` for each hash.
   *
   * @param mode - of the executions to find; null: both.
   */
  sharedWith(
    execution: Pick<ListedExecution, 'id' | 'accountId'>,
    limit: number,
    mode: KeyMode | null,
  ): Promise<SharedBy[]>;
  /** Returns the checks of executions that ended in REVIEW, DECLINED or ERROR, in the order in which they were started. */
  doubtedChecks(executionIds: readonly string[]): Promise<DoubtedCheck[]>;
  /** Returns the encrypted inputs of executions, of any account, without those of purged ones. */
  sealedInputs(executionIds: readonly string[]): Promise<SealedInputs[]>;
  /** Returns executions by their ids, of any account. */
  rowsOf(ids: readonly string[]): Promise<ListedExecution[]>;
  /** Returns the names of an account's workflows, by id. */
  workflowNames(accountId: string): Promise<ReadonlyMap<string, string>>;
  /** Returns the deliveries of the events about an execution, oldest event first. */
  deliveriesOf(executionId: string): Promise<ListedDelivery[]>;
}
