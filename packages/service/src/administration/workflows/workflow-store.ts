import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';
import type { WorkflowDefinition } from '../../workflows/definition.ts';

/** A workflow as seen by its account. */
export interface WorkflowEntry {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Whether executions of the workflow can be started. */
  readonly active: boolean;
  /** Version that new executions get. */
  readonly version: number;
  /** In ms since 1970, like all times here. */
  readonly createdAt: number;
}

/** Publication of a version: author, time and comment. Null where older versions of the service did not record it. */
export interface VersionEntry {
  readonly version: number;
  readonly publishedAt: number | null;
  /** Author as formatted by `nameOfActor`. */
  readonly author: string | null;
  readonly comment: string | null;
}

/** Draft of the next version. It does not have to be a valid definition yet. */
export interface WorkflowDraft {
  /** JSON text. */
  readonly content: string;
  /** Increases with every change. A later draft of the workflow never has it, even if this one was discarded. */
  readonly revision: number;
  readonly savedAt: number;
  readonly author: string;
}

export interface NewVersion extends VersionEntry {
  readonly workflowId: string;
  readonly definition: WorkflowDefinition;
}

export interface WorkflowReads {
  /** Lists the workflows of one account, or of all accounts, oldest first. */
  workflows(accountId?: string): Promise<WorkflowEntry[]>;
  workflow(id: string): Promise<WorkflowEntry | null>;
  /** Lists the versions of a workflow, newest first. */
  versions(workflowId: string): Promise<VersionEntry[]>;
  definition(workflowId: string, version: number): Promise<WorkflowDefinition | null>;
  draft(workflowId: string): Promise<WorkflowDraft | null>;
  /** Lists the ids of an account's workflows that have a draft. */
  drafted(accountId: string): Promise<string[]>;
}

export interface WorkflowTransaction extends WorkflowReads {
  /** Stores a workflow with its first version. */
  insert(workflow: WorkflowEntry, first: NewVersion): Promise<void>;
  /** Stores the next version, which new executions use. */
  addVersion(version: NewVersion): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  setActive(id: string, active: boolean): Promise<void>;
  /** Stores a draft, replacing the existing one; null: removes it. */
  putDraft(workflowId: string, draft: WorkflowDraft | null): Promise<void>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store that administers workflows. */
export interface WorkflowStore extends WorkflowReads {
  /** Commits all of the work, or none. Transactions that name the same locks run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: WorkflowTransaction) => Promise<Result>,
  ): Promise<Result>;
}
