import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import { Refusal } from '../refusal.ts';
import { sessionOfWindow } from './handed-window.ts';
import type { PopupReads, PopupTransaction } from './popup-store.ts';
import type { PopupWindow } from './popup-window.ts';

/**
 * Finds the window that a session opened. The session may have been replaced by the window's.
 *
 * @throws {Refusal} SESSION_TAKEN_OVER if a later start has opened another window, or none was opened.
 */
export async function popupOfOpener(reads: PopupReads, claim: SessionKeyClaim): Promise<PopupWindow> {
  const popup = await reads.findPopup(claim.executionId);
  if (popup?.openerEpoch !== claim.epoch) throw sessionTakenOver();
  return popup;
}

/**
 * Finds the window of a session, even of one that has ended: a window whose flow continued elsewhere still reports that to its
 * opener.
 *
 * @throws {Refusal} SESSION_TAKEN_OVER if another window was opened since, or the session belongs to no window.
 */
export async function popupOfWindow(reads: PopupReads, claim: SessionKeyClaim): Promise<PopupWindow> {
  const popup = await reads.findPopup(claim.executionId);
  if (popup?.windowEpoch !== claim.epoch) throw sessionTakenOver();
  return popup;
}

/** Ends the session that a window holds, even on a phone or reserved for one, unless a later start has taken over. */
export async function endSession(transaction: PopupTransaction, popup: PopupWindow): Promise<void> {
  const execution = await transaction.find(popup.executionId);
  const handOff = await transaction.findHandOff(popup.executionId);
  if (execution?.sessionEpoch !== sessionOfWindow(popup, handOff)) return;
  await transaction.update(execution.id, {
    sessionEpoch: execution.sessionEpoch + 1,
    sessionNonceHash: null,
  });
}

function sessionTakenOver(): Refusal {
  return new Refusal('SESSION_TAKEN_OVER', 'The verification was continued elsewhere.');
}
