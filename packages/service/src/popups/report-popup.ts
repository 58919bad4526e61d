import type { PopupLeave, PopupReport } from '@vendor/contract';
import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import { Refusal } from '../refusal.ts';
import { endingOfLeaving } from './ending-of-leaving.ts';
import { popupOfWindow } from './popup-of-session.ts';
import type { PopupServices } from './popup-services.ts';
import { overChanges, type PopupChanges, type PopupWindow, returnWithinMs } from './popup-window.ts';

/**
 * Stores a report of the window for its opener. Reports only add: the first ending counts, and a report without news changes
 * nothing.
 *
 * @throws {Refusal} SESSION_RELEASED if the window counts as closed.
 */
export async function reportPopup(
  { popups, watch }: PopupServices,
  claim: SessionKeyClaim,
  report: PopupReport,
): Promise<void> {
  await popups.transact({ execution: claim.executionId }, async (transaction) => {
    const popup = await popupOfWindow(transaction, claim);
    if (popup.over !== null) throw new Refusal('SESSION_RELEASED', 'The popup has ended.');
    const changed = findReportChanges(popup, report);
    if (changed) await transaction.updatePopup(popup.executionId, changed);
    if (!report.closed) return;
    const execution = await transaction.find(popup.executionId);
    const changes = overChanges({ ...popup, ...changed }, 'closed', execution && endingOfLeaving(execution));
    await transaction.updatePopup(popup.executionId, changes);
  });
  watch.notify(claim.executionId);
}

/** Handles a window that is closing or reloading. If the flow has reported its ending, the window counts as closed at once. */
export async function leavePopup(
  { popups, clock, watch }: PopupServices,
  claim: SessionKeyClaim,
  { visit }: PopupLeave,
): Promise<void> {
  await popups.transact({ execution: claim.executionId }, async (transaction) => {
    const popup = await popupOfWindow(transaction, claim);
    // Ignores a leave message that arrives after the window has returned.
    if (popup.over !== null || popup.visits !== visit) return;
    const goneAt = Math.min(popup.goneAt ?? Number.POSITIVE_INFINITY, clock.lifetimesFrom() + returnWithinMs);
    const changes: PopupChanges = popup.ending ? overChanges(popup, 'closed', null) : { goneAt };
    await transaction.updatePopup(popup.executionId, changes);
  });
  watch.notify(claim.executionId);
}

/** Returns the changes of a report; null if it contains nothing new. */
function findReportChanges(popup: PopupWindow, report: PopupReport): PopupChanges | null {
  // A user who has begun must have seen the flow.
  const started = popup.started || report.started;
  const opened = popup.opened || report.opened || started;
  const ending = popup.ending ?? report.ending;
  const isNews = started !== popup.started || opened !== popup.opened || ending !== popup.ending;
  return isNews ? { started, opened, ending, seq: popup.seq + 1 } : null;
}
