import type { ExecutionTransaction } from '../executions/execution-store.ts';
import type { HandOffReads, HandOffTransaction } from '../hand-offs/hand-off-store.ts';
import type { TransactionLocks } from '../transaction-locks.ts';
import type { PopupChanges, PopupWindow } from './popup-window.ts';

/** Queries about windows, and about what they handed over. An execution has at most one: the last that was opened for it. */
export interface PopupReads extends Pick<HandOffReads, 'findHandOff'> {
  findPopup(executionId: string): Promise<PopupWindow | null>;
  findPopupByTicketHash(ticketHash: string): Promise<PopupWindow | null>;
}

/** A transaction on windows and the executions they belong to: all of it is kept, or nothing. */
export interface PopupTransaction
  extends PopupReads,
    ExecutionTransaction,
    Pick<HandOffTransaction, 'updateHandOff'> {
  /** Keeps a new window in place of the one before. */
  putPopup(popup: PopupWindow): Promise<void>;
  updatePopup(executionId: string, changes: PopupChanges): Promise<void>;
}

/** Store of windows. The database implements it; the use-cases own it. */
export interface PopupStore extends PopupReads {
  transact<T>(locks: TransactionLocks, work: (transaction: PopupTransaction) => Promise<T>): Promise<T>;
}
