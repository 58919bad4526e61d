import type { ExecutionTransaction } from '../executions/execution-store.ts';
import type { HandOffReads, HandOffTransaction } from '../hand-offs/hand-off-store.ts';
import type { TransactionLocks } from '../transaction-locks.ts';
import type { PopupChanges, PopupWindow } from './popup-window.ts';

/** Queries about windows and their hand-offs. An execution has at most one window: the last one opened. */
export interface PopupReads extends Pick<HandOffReads, 'findHandOff'> {
  findPopup(executionId: string): Promise<PopupWindow | null>;
  findPopupByTicketHash(ticketHash: string): Promise<PopupWindow | null>;
}

/** A transaction on windows and their executions, all or nothing. */
export interface PopupTransaction
  extends PopupReads,
    ExecutionTransaction,
    Pick<HandOffTransaction, 'updateHandOff'> {
  /** Stores a new window, replacing the previous one. */
  putPopup(popup: PopupWindow): Promise<void>;
  updatePopup(executionId: string, changes: PopupChanges): Promise<void>;
}

/** Store of windows. The database implements it; the use-cases own it. */
export interface PopupStore extends PopupReads {
  transact<T>(locks: TransactionLocks, work: (transaction: PopupTransaction) => Promise<T>): Promise<T>;
}
