import type { DocumentType, FlowTheme, WebhookEvent } from '@vendor/contract';
import type { NewAuditEvent } from '../audit/audit-event.ts';
import type { ClaimedJob, NewJob } from '../jobs/job.ts';
import type { TransactionLocks } from '../transaction-locks.ts';
import type { WorkflowDefinition } from '../workflows/definition.ts';
import type {
  CheckChanges,
  ExecutionChanges,
  FoundReply,
  KeptReply,
  SearchHash,
  StoredCaptureRow,
  StoredCheck,
  StoredDecision,
  StoredExecution,
  UserMark,
} from './stored-execution.ts';

/** The newest version of a workflow, as a start request uses it. */
export interface StoredWorkflow {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly active: boolean;
  readonly version: number;
  readonly definition: WorkflowDefinition;
}

/** An endpoint that subscribes to an event. */
export interface Subscriber {
  readonly url: string;
  /** If false, the endpoint receives nothing until it is resumed. */
  readonly isEnabled: boolean;
}

/** Executions that may lack search hashes, because they were started before searching was introduced. */
export interface SearchBacklog {
  /** Ids of the next page, at most the limit, without executions whose data is purged. */
  readonly executionIds: readonly string[];
  /** Start of the next page; null if this is the last page. */
  readonly nextAfter: string | null;
}

/** Queries about executions. */
export interface ExecutionReads {
  find(id: string): Promise<StoredExecution | null>;
  findByTokenHash(tokenHash: string): Promise<StoredExecution | null>;
  /** Returns the checks of an execution in the order in which they were started. */
  checksOf(executionId: string): Promise<StoredCheck[]>;
  findCheck(id: string): Promise<StoredCheck | null>;
  /** Returns all captures of an execution, oldest attempt first, and within an attempt in the order of the contract's slots. */
  capturesOf(executionId: string): Promise<StoredCaptureRow[]>;
  findCapture(id: string): Promise<StoredCaptureRow | null>;
  /** Returns the endpoints of an account that subscribe to an event. */
  subscribersOf(accountId: string, event: WebhookEvent): Promise<Subscriber[]>;
}

/** Changes of one transaction: either all are stored or none. Must await only its own queries. */
export interface ExecutionTransaction extends ExecutionReads {
  insert(execution: StoredExecution): Promise<void>;
  update(id: string, changes: ExecutionChanges): Promise<void>;
  insertCheck(check: StoredCheck): Promise<void>;
  updateCheck(id: string, changes: CheckChanges): Promise<void>;
  insertKeptReply(reply: KeptReply): Promise<void>;
  /** Stores a mark, unless the execution already has it. */
  insertMark(mark: UserMark): Promise<void>;
  /** Counts the different users with a mark of this hash that was stored at `since` or later. */
  usersMarked(hash: string, since: number): Promise<number>;
  /** Checks whether another user had this mark before this execution. */
  isMarkedBefore(mark: Pick<UserMark, 'executionId' | 'hash'>): Promise<boolean>;
  /** Checks whether another execution, of any user, had this mark before this one. */
  isMarkedElsewhere(mark: Pick<UserMark, 'executionId' | 'hash'>): Promise<boolean>;
  /** Stores search hashes of an execution, skipping those it already has. */
  insertSearchHashes(
    execution: Pick<StoredExecution, 'id' | 'createdAt'>,
    hashes: readonly SearchHash[],
  ): Promise<void>;
  /** Records that no search finds an execution, because its data cannot be read. */
  noteUnsearchable(executionId: string): Promise<void>;
  /** Records that all executions up to an id have their hashes; null: all executions have them. */
  noteSearchProgress(afterId: string | null): Promise<void>;
  insertDecision(decision: StoredDecision): Promise<void>;
  /** Puts a capture into its slot, replacing the previous one. */
  putCapture(capture: StoredCaptureRow): Promise<void>;
  removeCaptures(ids: readonly string[]): Promise<void>;
  /**
   * Seals the captures of an attempt, which never change afterwards. `documentType`: the submitted type; null for other steps.
   */
  sealCaptures(ids: readonly string[], at: number, documentType: DocumentType | null): Promise<void>;
  enqueue(job: NewJob): Promise<void>;
  /** Checks whether a claim still holds its job. If so, it holds the job until the transaction ends. */
  holds(job: Pick<ClaimedJob, 'id' | 'leaseToken'>): Promise<boolean>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
  /** Queues a webhook event with the state that the execution has in this transaction. */
  emit(event: WebhookEvent, executionId: string, at: number): Promise<void>;
  /** Schedules the pending erasure of an execution for the given time, instead of waiting for the next hourly run. */
  bringErasureForward(executionId: string, at: number): Promise<void>;
}

/** Stores executions. The database implements this port; the use-cases own it. */
export interface ExecutionStore extends ExecutionReads {
  /** Stores a new execution with its search hashes, a job and the audit event of its start, all or nothing. */
  insertWithJob(
    execution: StoredExecution,
    hashes: readonly SearchHash[],
    job: NewJob,
    act: NewAuditEvent,
  ): Promise<void>;
  transact<T>(locks: TransactionLocks, work: (transaction: ExecutionTransaction) => Promise<T>): Promise<T>;
  /** Returns the time that orders uploads by arrival: one clock for all instances that share the database. */
  timeOfArrival(): Promise<number>;
  /** Returns all decisions on an execution, oldest first. */
  decisionsOf(executionId: string): Promise<StoredDecision[]>;
  findKeptReply(id: string): Promise<FoundReply | null>;
  /** Removes expired replies. @returns how many were removed, at most `limit`. */
  removeKeptReplies(now: number, limit: number): Promise<number>;
  /** Returns executions that may lack search hashes. @returns null once all have them. */
  findSearchBacklog(limit: number): Promise<SearchBacklog | null>;
  /**
   * Returns whether executions of earlier versions have been sealed, so that one without a MAC must have been tampered with.
   */
  areStatesSealed(): Promise<boolean>;
  /** Removes expired marks. @returns how many were removed, at most `limit`. */
  removeMarks(now: number, limit: number): Promise<number>;
  findWorkflow(id: string): Promise<StoredWorkflow | null>;
  /** Returns those of the given media references that belong to a capture. */
  namedMedia(refs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the definition of a version of a workflow. */
  definitionOf(workflowId: string, version: number): Promise<WorkflowDefinition>;
  /** Returns the current name of a workflow. */
  workflowName(workflowId: string): Promise<string>;
  /** Returns the schemes of apps to which links of an account may redirect users. */
  redirectSchemesOf(accountId: string): Promise<readonly string[]>;
  /** Returns the name of an account, as end users see it. */
  accountName(accountId: string): Promise<string>;
  /** Returns the theme of an account's hosted pages; null for the default theme. */
  themeOf(accountId: string): Promise<FlowTheme | null>;
}
