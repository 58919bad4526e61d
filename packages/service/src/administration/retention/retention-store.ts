import type { KeyMode } from '../../accounts/api-key.ts';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';

/** Days after the end of an execution until its data is purged, by mode; null: the data is kept forever. */
export type RetentionDays = Readonly<Record<KeyMode, number | null>>;

/** Effect of a retention time on the executions of an account in one mode. */
export interface RetentionOutlook {
  /** Executions that are due now; counted up to the requested maximum. */
  readonly due: number;
  /** Whether they are an unusual share of the account, and so wait for an operator's confirmation. */
  readonly waits: boolean;
  /** End of the oldest execution whose data is kept, in ms since 1970; null: none is kept. */
  readonly oldestEndedAt: number | null;
  /** Time of the next purge round, in ms since 1970; null: none is planned. */
  readonly nextRoundAt: number | null;
}

/** Executions that the next round would purge in an account, in one mode. */
export interface DuePurge {
  readonly accountId: string;
  readonly mode: KeyMode;
  /** Number of executions to be purged. */
  readonly due: number;
  /** Latest end of these executions, in ms since 1970. */
  readonly until: number;
  /** Whether they wait for an operator's confirmation. */
  readonly waits: boolean;
}

/** A purge confirmed by an operator: executions of an account that ended until a given time, and their number. */
export interface PurgeConfirmation {
  readonly accountId: string;
  readonly mode: KeyMode;
  readonly until: number;
  readonly executions: number;
  readonly now: number;
}

export interface RetentionReads {
  /** @returns null if the account does not exist. */
  retention(accountId: string): Promise<RetentionDays | null>;
  /**
   * Previews a retention time without setting it.
   *
   * @param days - retention time to assume; null: forever.
   * @param most - maximum count of due executions.
   */
  outlook(
    accountId: string,
    mode: KeyMode,
    days: number | null,
    now: number,
    most: number,
  ): Promise<RetentionOutlook>;
  /** @returns null if the account keeps everything in that mode, or does not exist. */
  due(accountId: string, mode: KeyMode, now: number): Promise<DuePurge | null>;
}

export interface RetentionTransaction extends RetentionReads {
  /** Changes the retention. Purges that were confirmed or held for the previous one no longer are. */
  setRetention(accountId: string, mode: KeyMode, days: number | null): Promise<void>;
  /** Allows the executions to be purged. */
  confirm(confirmation: PurgeConfirmation): Promise<void>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of retention times of accounts. */
export interface RetentionStore extends RetentionReads {
  /** Commits all of the work, or none. Transactions that name the same locks run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: RetentionTransaction) => Promise<Result>,
  ): Promise<Result>;
}
