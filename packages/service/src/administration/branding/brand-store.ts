import type { AdminBrandColours } from '@vendor/contract/admin';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';

/** Appearance of an account's hosted pages, and the account name that they show. */
export interface Brand {
  /** Name of the account, shown to users. */
  readonly name: string;
  readonly colours: AdminBrandColours;
  /** Font family installed on the user's device; null: the default. */
  readonly fontFamily: string | null;
  /** PNG; null: none. */
  readonly logo: Uint8Array | null;
  /** Increases with each change; 0: never changed. */
  readonly revision: number;
  /** In ms since 1970; null: never. */
  readonly changedAt: number | null;
}

export interface BrandReads {
  /** @returns null if the account does not exist. */
  brand(accountId: string): Promise<Brand | null>;
}

export interface BrandTransaction extends BrandReads {
  putBrand(accountId: string, brand: Brand): Promise<void>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of brands. */
export interface BrandStore extends BrandReads {
  /** Commits all of the work, or none. Transactions that name the same locks run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: BrandTransaction) => Promise<Result>,
  ): Promise<Result>;
}
