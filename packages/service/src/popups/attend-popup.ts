import type { PopupAttendance } from '@vendor/contract';
import type { PollRequest } from '../executions/session/poll-state.ts';
import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import { popupOfWindow } from './popup-of-session.ts';
import type { PopupServices } from './popup-services.ts';
import { goneAfterSilence } from './popup-window.ts';

/**
 * Proves the presence of a window while its request waits. Returns when the wait ends, or when the window must close itself.
 * Its silence begins when the connection ends.
 */
export async function attendPopup(
  services: PopupServices,
  claim: SessionKeyClaim,
  { waitMs, signal }: Pick<PollRequest, 'waitMs' | 'signal'>,
): Promise<PopupAttendance> {
  const change = services.watch.listen(claim.executionId);
  try {
    if (await isReleased(services, claim, () => goneAfterSilence(services.clock.lifetimesFrom() + waitMs))) {
      return { released: true };
    }
    if (waitMs > 0) await change.wait(waitMs, signal);
    // Never later than a leave message has set meanwhile.
    const released = await isReleased(services, claim, (before) =>
      Math.min(before, goneAfterSilence(services.clock.lifetimesFrom())),
    );
    return { released };
  } finally {
    change.stop();
  }
}

/** Returns whether the window counts as closed; otherwise updates the time from which it counts as gone. */
function isReleased(
  { popups }: PopupServices,
  claim: SessionKeyClaim,
  goneAt: (before: number) => number,
): Promise<boolean> {
  return popups.transact({ execution: claim.executionId }, async (transaction) => {
    const popup = await popupOfWindow(transaction, claim);
    if (popup.over !== null) return true;
    const changes = { goneAt: goneAt(popup.goneAt ?? Number.POSITIVE_INFINITY) };
    await transaction.updatePopup(popup.executionId, changes);
    return false;
  });
}
