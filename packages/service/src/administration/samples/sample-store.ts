import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { NewJob } from '../../jobs/job.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';

/** Present or former sample data of an account. */
export interface SampleBatch {
  readonly accountId: string;
  /** Workflow of the sample runs. */
  readonly workflowId: string;
  /** Number of the batch within the account, from 1. */
  readonly number: number;
  /** In ms since 1970, like all times here. */
  readonly begunAt: number;
  /** Null: not removed. */
  readonly removedAt: number | null;
}

export interface SampleReads {
  /** Returns the latest batch of an account. */
  batch(accountId: string): Promise<SampleBatch | null>;
  /** Returns whether a job that creates sample runs of the account is stored, and was not given up. */
  isRunning(accountId: string): Promise<boolean>;
}

export interface SampleTransaction extends SampleReads {
  /** Stores a batch, replacing the earlier one. */
  put(batch: SampleBatch): Promise<void>;
  enqueue(job: NewJob): Promise<void>;
  /** Removes the account's jobs that were given up. */
  removeJobs(accountId: string): Promise<void>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of the sample data of accounts. */
export interface SampleStore extends SampleReads {
  /** Commits all of the work, or none. Transactions that name the same locks run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: SampleTransaction) => Promise<Result>,
  ): Promise<Result>;
}
