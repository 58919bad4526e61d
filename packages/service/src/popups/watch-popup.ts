import type { PopupState } from '@vendor/contract';
import type { PollRequest } from '../executions/poll-state.ts';
import type { SessionKeyClaim } from '../executions/session-key.ts';
import { endingOfLeaving } from './ending-of-leaving.ts';
import { endSession, popupOfOpener } from './popup-of-session.ts';
import type { PopupServices } from './popup-services.ts';
import { dueAt, overChanges, type PopupWindow, popupState } from './popup-window.ts';

/**
 * What has happened in a window, for the page that opened it: once it has changed, or as it is when the wait is over. A
 * window that stays away is called over here and nowhere else. So it may come back for as long as nobody was told that
 * it left, and a window whose opener is gone goes on undisturbed.
 */
export async function watchPopup(
  services: PopupServices,
  claim: SessionKeyClaim,
  { after, waitMs, signal }: PollRequest,
): Promise<PopupState> {
  const change = services.watch.listen(claim.executionId);
  try {
    const popup = await settledPopup(services, claim);
    const due = dueAt(popup);
    if (popup.seq > after || due === null || waitMs === 0) return popupState(popup);
    await change.wait(Math.min(waitMs, due - services.clock.now()), signal);
    return popupState(await settledPopup(services, claim));
  } finally {
    change.stop();
  }
}

/** The window as it stands, called over if it is time. */
async function settledPopup(services: PopupServices, claim: SessionKeyClaim): Promise<PopupWindow> {
  const { popups, clock, watch } = services;
  const popup = await popupOfOpener(popups, claim);
  if (!isDue(popup, clock.now())) return popup;
  const settled = await popups.transact(async (transaction) => {
    // It may have come back in this very moment.
    const found = await popupOfOpener(transaction, claim);
    if (!isDue(found, clock.now())) return found;
    const execution = await transaction.find(found.executionId);
    const isClaimed = found.windowEpoch !== null;
    const changes = overChanges(
      found,
      isClaimed ? 'left' : 'expired',
      isClaimed && execution ? endingOfLeaving(execution) : null,
    );
    await transaction.updatePopup(found.executionId, changes);
    await endSession(transaction, found);
    return { ...found, ...changes };
  });
  watch.notify(claim.executionId);
  return settled;
}

function isDue(popup: PopupWindow, now: number): boolean {
  const due = dueAt(popup);
  return due !== null && now >= due;
}
