import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';
import type { RetentionDays } from '../retention/retention-store.ts';

/** Account that starts verifications. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly retentionDays: RetentionDays;
}

/** A new account. It has no retention yet, so it keeps all data. */
export type NewAccount = Omit<Account, 'retentionDays'>;

/** Schemes of apps to allow, and schemes to forbid. */
export interface SchemeChange {
  readonly allow: readonly string[];
  readonly forbid: readonly string[];
}

export interface AccountReads {
  /** Lists all accounts, oldest first. */
  accounts(): Promise<Account[]>;
  /** Lists the app schemes to which links of an account may redirect users, in order. */
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
  /** Commits all of the work, or none. Transactions that name the same locks run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: AccountTransaction) => Promise<Result>,
  ): Promise<Result>;
}
