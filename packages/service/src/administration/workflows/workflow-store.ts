import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';
import type { WorkflowDefinition } from '../../workflows/definition.ts';

/** A workflow as its owner sees it. */
export interface WorkflowEntry {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Only an active one can be started. */
  readonly active: boolean;
  /** The version that new executions get. */
  readonly version: number;
  /** In ms since 1970, like all times here. */
  readonly createdAt: number;
}

/** Publication of a version: by whom, when and why. Null where it was stored before that was kept. */
export interface VersionEntry {
  readonly version: number;
  readonly publishedAt: number | null;
  /** Name of the actor among all kinds, as `nameOfActor` tells it. */
  readonly author: string | null;
  readonly comment: string | null;
}

/** The next version while it is being written. It may be no valid definition yet. */
export interface WorkflowDraft {
  /** JSON text. */
  readonly content: string;
  /** Grows with every change. */
  readonly revision: number;
  readonly savedAt: number;
  readonly author: string;
}

export interface NewVersion extends VersionEntry {
  readonly workflowId: string;
  readonly definition: WorkflowDefinition;
}

export interface WorkflowReads {
  /** The workflows of an account, or of all; the oldest first. */
  workflows(accountId?: string): Promise<WorkflowEntry[]>;
  workflow(id: string): Promise<WorkflowEntry | null>;
  /** The newest first. */
  versions(workflowId: string): Promise<VersionEntry[]>;
  definition(workflowId: string, version: number): Promise<WorkflowDefinition | null>;
  draft(workflowId: string): Promise<WorkflowDraft | null>;
  /** Ids of the workflows of an account that have a draft. */
  drafted(accountId: string): Promise<string[]>;
}

export interface WorkflowTransaction extends WorkflowReads {
  /** Stores a workflow with its first version. */
  insert(workflow: WorkflowEntry, first: NewVersion): Promise<void>;
  /** Stores the next version, for executions that start from now on. */
  addVersion(version: NewVersion): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  setActive(id: string, active: boolean): Promise<void>;
  /** Stores a draft in place of the one there is; null: removes it. */
  putDraft(workflowId: string, draft: WorkflowDraft | null): Promise<void>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store that administers workflows. */
export interface WorkflowStore extends WorkflowReads {
  /** Commits all of the work, or none. Transactions run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: WorkflowTransaction) => Promise<Result>,
  ): Promise<Result>;
}
