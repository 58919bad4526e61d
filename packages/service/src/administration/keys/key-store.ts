import type { ApiKeyEntry, NewApiKey } from '../../accounts/api-key.ts';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';

export interface KeyReads {
  /** Lists the keys of one account, or of all accounts, oldest first. */
  keys(accountId?: string): Promise<ApiKeyEntry[]>;
  key(id: string): Promise<ApiKeyEntry | null>;
}

/** A rotation of a key, as the audit trail has it. */
export interface KeyRotation {
  /** Expiry of the key before the rotation, in ms since 1970; null: never. */
  readonly expiresAt: number | null;
  /** Id of the key that replaces it; null: an earlier version recorded the rotation without it. */
  readonly replacedBy: string | null;
}

export interface KeyTransaction extends KeyReads {
  /** Lists earlier rotations of a key, oldest first. */
  rotations(key: Pick<ApiKeyEntry, 'id' | 'accountId'>): Promise<KeyRotation[]>;
  /** Lists the ids of an account's workflows. */
  workflowIds(accountId: string): Promise<string[]>;
  insert(key: NewApiKey): Promise<void>;
  /** Revokes a key that is not yet revoked. @returns its serial, to record with the act. */
  revoke(id: string, now: number): Promise<number>;
  /** Sets the expiry of a key. @returns its serial, to record with the act. */
  expire(id: string, at: number): Promise<number>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store that administers API keys. */
export interface KeyStore extends KeyReads {
  /** Commits all of the work, or none. Transactions that name the same locks run one after the other. */
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: KeyTransaction) => Promise<Result>,
  ): Promise<Result>;
}
