import type { CheckType, ExecutionStatus } from '@vendor/contract';
import type { KeyMode } from '../../accounts/api-key.ts';
import type { SearchKind } from '../stored-execution.ts';

/** An execution as a list shows it, without anything of its user. */
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
  /** Grows with every change. */
  readonly seq: number;
}

/** The place of an execution in a list. */
export type ListPlace = Pick<ListedExecution, 'id' | 'createdAt'>;

/** Executions of an account to be listed. */
export interface ListFilter {
  readonly accountId: string;
  /** Null: both. */
  readonly mode: KeyMode | null;
  /** Null: any. */
  readonly status: ExecutionStatus | null;
  /** Null: all of the account. */
  readonly workflowId: string | null;
  /** Version of that workflow; null: any. */
  readonly workflowVersion: number | null;
  /** Type of a check that the executions must have; null: any. */
  readonly checkType: CheckType | null;
  /** Code that the `statusDetail` of a check must have; null: any. Purged executions have none. */
  readonly code: string | null;
  /** Started then or later; null: at any time. */
  readonly from: number | null;
  /** Started before then; null: at any time. */
  readonly to: number | null;
  /** True for executions in REVIEW that can be decided, oldest first; otherwise the newest are first. */
  readonly isWaiting: boolean;
}

/** Part of a list. A page can be shorter than its limit, even empty, and not the last. */
export interface ExecutionPage {
  readonly entries: readonly ListedExecution[];
  /** Start of the next page; null: this is the last. */
  readonly next: ListPlace | null;
}

/** Number of executions, counted no further than needed. */
export interface CappedCount {
  readonly count: number;
  /** There are more. */
  readonly isCapped: boolean;
}

/** Executions of an account that share something with another one. */
export interface SharedBy {
  /** Keyed hash that they share, and its kind: a kind of search, or `mark`. */
  readonly kind: SearchKind | 'mark';
  readonly hash: string;
  /** The newest first, without the other one. */
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

/** Lists of executions. The database implements it; none of its queries reads more the more executions there are. */
export interface ExecutionDirectory {
  page(filter: ListFilter, after: ListPlace | null, limit: number): Promise<ExecutionPage>;
  /**
   * @returns null if counting would be too expensive: by version, check or code, and executions of one workflow that await a
   *   decision.
   */
  count(filter: ListFilter): Promise<CappedCount | null>;
  /** Finds the place of an execution in the lists of its account. @returns null where the account has no such execution. */
  placeOf(accountId: string, id: string): Promise<ListPlace | null>;
  /** Executions of an account that have one hash of each choice, the newest first. */
  hashed(
    accountId: string,
    choices: readonly (readonly string[])[],
    after: ListPlace | null,
    limit: number,
  ): Promise<ExecutionPage>;
  /** Whether the executions from before there was a search are found, too. */
  isSearchComplete(): Promise<boolean>;
  /** How many executions of an account no search finds, as their data cannot be read. */
  countUnsearchable(accountId: string): Promise<number>;
  /** Counts the users of some executions, by the hash of their user id. */
  countUsers(executionIds: readonly string[]): Promise<number>;
  /**
   * Finds executions of an account that share the hash of a user id, document number or mark (document, device, address or frame)
   * with one of the given executions, at most `limit` for each hash.
   */
  sharedWith(execution: Pick<ListedExecution, 'id' | 'accountId'>, limit: number): Promise<SharedBy[]>;
  /** Some executions of whichever account, by their ids. */
  rowsOf(ids: readonly string[]): Promise<ListedExecution[]>;
  /** Names of workflows of an account, by id. */
  workflowNames(accountId: string): Promise<ReadonlyMap<string, string>>;
  /** Deliveries of the events about an execution, the oldest event first. */
  deliveriesOf(executionId: string): Promise<ListedDelivery[]>;
}
