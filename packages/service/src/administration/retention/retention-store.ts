import type { KeyMode } from '../../accounts/api-key.ts';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';

/** Days after the end of an execution until its data is purged, by mode; null: the data is kept. */
export type RetentionDays = Readonly<Record<KeyMode, number | null>>;

/** Executions of an account, in one mode, as a retention time finds them. */
export interface RetentionOutlook {
  /** Executions that are due at once; counted no further than asked for. */
  readonly due: number;
  /** Whether they are an unusual share, which waits until an operator confirms it. */
  readonly waits: boolean;
  /** When the execution ended that has been kept for longest, in ms since 1970; null: none is kept. */
  readonly oldestEndedAt: number | null;
  /** When purges are looked for next, in ms since 1970; null: it is not planned. */
  readonly nextRoundAt: number | null;
}

/** Executions that the next round would purge of an account, in one mode. */
export interface DuePurge {
  readonly accountId: string;
  readonly mode: KeyMode;
  /** Executions to be purged. */
  readonly due: number;
  /** Those of them that ended until then, in ms since 1970. */
  readonly until: number;
  /** Whether they wait until an operator confirms them. */
  readonly waits: boolean;
}

/** Purge that an operator confirms: executions of an account that ended until a time, and how many they are. */
export interface PurgeConfirmation {
  readonly accountId: string;
  readonly mode: KeyMode;
  readonly until: number;
  readonly executions: number;
  readonly now: number;
}

export interface RetentionReads {
  /** @returns null: there is no such account. */
  retention(accountId: string): Promise<RetentionDays | null>;
  /**
   * @param days - as if the account kept data for so many days; null: for ever.
   * @param most - counts what is due no further.
   */
  outlook(
    accountId: string,
    mode: KeyMode,
    days: number | null,
    now: number,
    most: number,
  ): Promise<RetentionOutlook>;
  /** @returns null where the account keeps everything in that mode, or there is no such account. */
  due(accountId: string, mode: KeyMode, now: number): Promise<DuePurge | null>;
}

export interface RetentionTransaction extends RetentionReads {
  setRetention(accountId: string, mode: KeyMode, days: number | null): Promise<void>;
  /** Lets the data of executions be purged. */
  confirm(confirmation: PurgeConfirmation): Promise<void>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of how long accounts keep personal data. */
export interface RetentionStore extends RetentionReads {
  /** Commits all of the work, or none. Transactions run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: RetentionTransaction) => Promise<Result>,
  ): Promise<Result>;
}
