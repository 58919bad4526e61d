import type { ExecutionTransaction } from '../executions/execution-store.ts';
import type { TransactionLocks } from '../transaction-locks.ts';
import type { HandOff, HandOffChanges } from './hand-off.ts';

/** Queries about hand-offs. An execution has at most one: the last that was offered. */
export interface HandOffReads {
  findHandOff(executionId: string): Promise<HandOff | null>;
  findHandOffBySecretHash(secretHash: string): Promise<HandOff | null>;
}

/** A transaction on hand-offs and their executions, all or nothing. */
export interface HandOffTransaction extends HandOffReads, ExecutionTransaction {
  /** Stores a new hand-off, replacing the previous one. */
  putHandOff(handOff: HandOff): Promise<void>;
  updateHandOff(executionId: string, changes: HandOffChanges): Promise<void>;
  removeHandOff(executionId: string): Promise<void>;
}

/** Store of hand-offs. The database implements it; the use-cases own it. */
export interface HandOffStore extends HandOffReads {
  transact<T>(locks: TransactionLocks, work: (transaction: HandOffTransaction) => Promise<T>): Promise<T>;
}
