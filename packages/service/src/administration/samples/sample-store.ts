import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { NewJob } from '../../jobs/job.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';

/** Sample data that an account has or had. */
export interface SampleBatch {
  readonly accountId: string;
  /** The workflow that its runs follow. */
  readonly workflowId: string;
  /** Grows each time that sample data is made, from 1. */
  readonly number: number;
  /** In ms since 1970, like all times here. */
  readonly begunAt: number;
  /** Null: it is there. */
  readonly removedAt: number | null;
}

export interface SampleReads {
  /** The latest batch of an account. */
  batch(accountId: string): Promise<SampleBatch | null>;
  /** Whether a job that makes runs of the account is stored, and was not given up. */
  isRunning(accountId: string): Promise<boolean>;
}

export interface SampleTransaction extends SampleReads {
  /** Stores a batch in place of the earlier one. */
  put(batch: SampleBatch): Promise<void>;
  enqueue(job: NewJob): Promise<void>;
  /** Forgets jobs of the account that were given up. */
  removeJobs(accountId: string): Promise<void>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of which sample data accounts have. */
export interface SampleStore extends SampleReads {
  /** Commits all of the work, or none. Transactions run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: SampleTransaction) => Promise<Result>,
  ): Promise<Result>;
}
