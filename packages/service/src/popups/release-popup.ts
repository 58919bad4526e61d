import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import { endSession, popupOfOpener } from './popup-of-session.ts';
import type { PopupServices } from './popup-services.ts';
import { overChanges } from './popup-window.ts';

/**
 * Releases a window for its opener: its ticket and session end at once, and the window closes when it learns of it. The
 * execution is unchanged; its token can start another session until the deadline.
 */
export async function releasePopup({ popups, watch }: PopupServices, claim: SessionKeyClaim): Promise<void> {
  await popups.transact({ execution: claim.executionId }, async (transaction) => {
    const popup = await popupOfOpener(transaction, claim);
    if (popup.over !== null) return;
    await transaction.updatePopup(popup.executionId, overChanges(popup, 'released', null));
    await endSession(transaction, popup);
  });
  watch.notify(claim.executionId);
}
