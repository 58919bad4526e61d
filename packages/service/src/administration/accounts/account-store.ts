import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';
import type { RetentionDays } from '../retention/retention-store.ts';

/** Account that asks for verifications. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly retentionDays: RetentionDays;
}

/** An account that begins by keeping everything. */
export type NewAccount = Omit<Account, 'retentionDays'>;

/** Schemes of apps to be allowed, and then those to be forbidden. */
export interface SchemeChange {
  readonly allow: readonly string[];
  readonly forbid: readonly string[];
}

export interface AccountReads {
  /** All accounts, the oldest first. */
  accounts(): Promise<Account[]>;
  /** Schemes of apps that links of an account may send users to, in order. */
  redirectSchemes(accountId: string): Promise<string[]>;
}

export interface AccountTransaction {
  insert(account: NewAccount): Promise<void>;
  changeRedirectSchemes(accountId: string, change: SchemeChange): Promise<void>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of accounts. */
export interface AccountStore extends AccountReads {
  /** Commits all of the work, or none. Transactions run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: AccountTransaction) => Promise<Result>,
  ): Promise<Result>;
}
