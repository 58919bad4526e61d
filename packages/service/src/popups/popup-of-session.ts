import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import { Refusal } from '../refusal.ts';
import { sessionOfWindow } from './handed-window.ts';
import type { PopupReads, PopupTransaction } from './popup-store.ts';
import type { PopupWindow } from './popup-window.ts';

/**
 * The window that the session of a key has opened. The session itself need not be the latest any more: the window's has
 * taken its place.
 *
 * @throws {Refusal} SESSION_TAKEN_OVER when a later start has opened another window, or none was opened.
 */
export async function popupOfOpener(reads: PopupReads, claim: SessionKeyClaim): Promise<PopupWindow> {
  const popup = await reads.findPopup(claim.executionId);
  if (popup?.openerEpoch !== claim.epoch) throw takenOver();
  return popup;
}

/**
 * The window whose session a key is of, whether that session is the latest or not: a window whose flow was continued
 * elsewhere still tells its opener so.
 *
 * @throws {Refusal} SESSION_TAKEN_OVER when another window was opened since, or the session is that of no window.
 */
export async function popupOfWindow(reads: PopupReads, claim: SessionKeyClaim): Promise<PopupWindow> {
  const popup = await reads.findPopup(claim.executionId);
  if (popup?.windowEpoch !== claim.epoch) throw takenOver();
  return popup;
}

/**
 * Ends the session that stands for a window, be it on a phone, or that was to become the window's, unless a later start holds it
 * already.
 */
export async function endSession(transaction: PopupTransaction, popup: PopupWindow): Promise<void> {
  const execution = await transaction.find(popup.executionId);
  const handOff = await transaction.findHandOff(popup.executionId);
  if (execution?.sessionEpoch !== sessionOfWindow(popup, handOff)) return;
  await transaction.update(execution.id, {
    sessionEpoch: execution.sessionEpoch + 1,
    sessionNonceHash: null,
  });
}

function takenOver(): Refusal {
  return new Refusal('SESSION_TAKEN_OVER', 'The verification was continued elsewhere.');
}
