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

/** A workflow as a start request meets it: its newest version. */
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
  /** False: it gets nothing until it is resumed. */
  readonly isEnabled: boolean;
}

/** Executions that may lack the hashes they are found by, as they were started before there were any. */
export interface SearchBacklog {
  /** The next of them, at most the limit; those whose data is purged left out. */
  readonly executionIds: readonly string[];
  /** Start of the next page; null: no more follow. */
  readonly nextAfter: string | null;
}

/** Queries about executions. */
export interface ExecutionReads {
  find(id: string): Promise<StoredExecution | null>;
  findByTokenHash(tokenHash: string): Promise<StoredExecution | null>;
  /** The checks of an execution in the order they were started. */
  checksOf(executionId: string): Promise<StoredCheck[]>;
  findCheck(id: string): Promise<StoredCheck | null>;
  /** All captures of an execution, oldest attempt first, of each in the order of the contract's slots. */
  capturesOf(executionId: string): Promise<StoredCaptureRow[]>;
  findCapture(id: string): Promise<StoredCaptureRow | null>;
  /** Endpoints of an account that subscribe to an event. */
  subscribersOf(accountId: string, event: WebhookEvent): Promise<Subscriber[]>;
}

/** Changes of one transaction: all of them are kept, or none. Nothing but its own queries is awaited in it. */
export interface ExecutionTransaction extends ExecutionReads {
  insert(execution: StoredExecution): Promise<void>;
  update(id: string, changes: ExecutionChanges): Promise<void>;
  insertCheck(check: StoredCheck): Promise<void>;
  updateCheck(id: string, changes: CheckChanges): Promise<void>;
  insertKeptReply(reply: KeptReply): Promise<void>;
  /** Keeps a mark, unless the execution has it already. */
  insertMark(mark: UserMark): Promise<void>;
  /** How many different users have a mark of this hash that was noted since then. */
  usersMarked(hash: string, since: number): Promise<number>;
  /** Whether another user was marked so before this execution was. */
  isMarkedBefore(mark: Pick<UserMark, 'executionId' | 'hash'>): Promise<boolean>;
  /** Whether another execution, of whichever user, was marked so before this one was. */
  isMarkedElsewhere(mark: Pick<UserMark, 'executionId' | 'hash'>): Promise<boolean>;
  /** Stores search hashes of an execution, skipping those it already has. */
  insertSearchHashes(
    execution: Pick<StoredExecution, 'id' | 'createdAt'>,
    hashes: readonly SearchHash[],
  ): Promise<void>;
  /** Notes that no search finds an execution, as its data cannot be read. */
  noteUnsearchable(executionId: string): Promise<void>;
  /** Notes that all executions up to an id have their hashes; null: that all have. */
  noteSearchProgress(afterId: string | null): Promise<void>;
  insertDecision(decision: StoredDecision): Promise<void>;
  /** Puts a capture into its slot, in place of the one there. */
  putCapture(capture: StoredCaptureRow): Promise<void>;
  removeCaptures(ids: readonly string[]): Promise<void>;
  /** Seals the captures of an attempt: they never change afterwards. `documentType`: the submitted type; null for other steps. */
  sealCaptures(ids: readonly string[], at: number, documentType: DocumentType | null): Promise<void>;
  enqueue(job: NewJob): Promise<void>;
  /** Whether a claim still holds its job; it does until the transaction ends, then. */
  holds(job: Pick<ClaimedJob, 'id' | 'leaseToken'>): Promise<boolean>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
  /** Queues a webhook event with the state of the execution in this transaction. */
  emit(event: WebhookEvent, executionId: string, at: number): Promise<void>;
  /** Has the erasure that is pending of an execution carried out from a time on, not only by the next hourly look. */
  bringErasureForward(executionId: string, at: number): Promise<void>;
}

/** Keeps executions. The database implements it; the use-cases own it. */
export interface ExecutionStore extends ExecutionReads {
  /** Stores a new execution with its search hashes, a job and the act that started it, all or nothing. */
  insertWithJob(
    execution: StoredExecution,
    hashes: readonly SearchHash[],
    job: NewJob,
    act: NewAuditEvent,
  ): Promise<void>;
  transact<T>(locks: TransactionLocks, work: (transaction: ExecutionTransaction) => Promise<T>): Promise<T>;
  /** The time by which things that arrive are put in order: one clock for all instances that share the database. */
  timeOfArrival(): Promise<number>;
  /** All decisions on an execution, the first one first. */
  decisionsOf(executionId: string): Promise<StoredDecision[]>;
  findKeptReply(id: string): Promise<FoundReply | null>;
  /** Removes replies whose time is over. @returns how many were removed, at most `limit`. */
  removeKeptReplies(now: number, limit: number): Promise<number>;
  /** Executions that may lack hashes. @returns null once all have them. */
  findSearchBacklog(limit: number): Promise<SearchBacklog | null>;
  /** Tells whether executions of an earlier version were sealed, so that one without a MAC is broken. */
  areStatesSealed(): Promise<boolean>;
  /** Removes marks whose time is over. @returns how many were removed, at most `limit`. */
  removeMarks(now: number, limit: number): Promise<number>;
  findWorkflow(id: string): Promise<StoredWorkflow | null>;
  /** Finds those of the given media references that a capture names. */
  namedMedia(refs: readonly string[]): Promise<ReadonlySet<string>>;
  /** The definition an execution started with. */
  definitionOf(workflowId: string, version: number): Promise<WorkflowDefinition>;
  /** Finds the current name of a workflow. */
  workflowName(workflowId: string): Promise<string>;
  /** Schemes of apps that links of an account may send users to. */
  redirectSchemesOf(accountId: string): Promise<readonly string[]>;
  /** The name of an account, as end users see it. */
  accountName(accountId: string): Promise<string>;
  /** How the hosted pages of an account look; null: as pages do that choose nothing. */
  themeOf(accountId: string): Promise<FlowTheme | null>;
}
