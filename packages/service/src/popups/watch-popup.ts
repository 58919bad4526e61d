import type { PopupState } from '@vendor/contract';
import type { PollRequest } from '../executions/session/poll-state.ts';
import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';
import { endingOfLeaving } from './ending-of-leaving.ts';
import { dueWithPhone, isReadOnPhone } from './handed-window.ts';
import { endSession, popupOfOpener } from './popup-of-session.ts';
import type { PopupServices } from './popup-services.ts';
import type { PopupReads } from './popup-store.ts';
import { overChanges, type PopupWindow, popupState } from './popup-window.ts';

/**
 * Returns the state of a window to its opener, once it has changed or the wait is over. Only this call closes a window that
 * stays away: the window may return until its opener has learnt of it, and continues without an opener. A window whose flow is
 * on a phone is present while the phone is.
 */
export async function watchPopup(
  services: PopupServices,
  claim: SessionKeyClaim,
  { after, waitMs, signal }: PollRequest,
): Promise<PopupState> {
  const change = services.watch.listen(claim.executionId);
  try {
    const { popup, due } = await settlePopup(services, claim);
    if (popup.seq > after || due === null || waitMs === 0) return popupState(popup);
    await change.wait(Math.min(waitMs, due - services.clock.now()), signal);
    return popupState((await settlePopup(services, claim)).popup);
  } finally {
    change.stop();
  }
}

/** State of a window, and when it will count as closed; null: it is closed. */
interface SettledPopup {
  readonly popup: PopupWindow;
  readonly due: number | null;
}

/** Reads the window, and closes it if it is due. */
async function settlePopup(services: PopupServices, claim: SessionKeyClaim): Promise<SettledPopup> {
  const { popups, store, clock, watch } = services;
  const reads = { ...popups, find: (id: string) => store.find(id) };
  const known = await readPopup(reads, claim);
  if (!isDue(known, clock.now())) return known;
  const settled = await popups.transact({ execution: claim.executionId }, async (transaction) => {
    // Checked again in the transaction, because the window may just have returned.
    const found = await readPopup(transaction, claim);
    if (!isDue(found, clock.now())) return found;
    const { popup, execution, handOff } = found;
    const isClaimed = popup.windowEpoch !== null;
    const changes = overChanges(
      popup,
      isClaimed ? 'left' : 'expired',
      isClaimed && execution ? endingOfLeaving(execution) : null,
    );
    await transaction.updatePopup(popup.executionId, changes);
    if (!isReadOnPhone(popup, handOff, execution)) await endSession(transaction, popup);
    return { popup: { ...popup, ...changes }, due: null };
  });
  watch.notify(claim.executionId);
  return settled;
}

/** Reads everything that determines when a window counts as closed. */
async function readPopup(
  reads: PopupReads & { find(id: string): Promise<StoredExecution | null> },
  claim: SessionKeyClaim,
) {
  const popup = await popupOfOpener(reads, claim);
  const handOff = await reads.findHandOff(popup.executionId);
  const execution = await reads.find(popup.executionId);
  return { popup, handOff, execution, due: dueWithPhone(popup, handOff, execution) };
}

function isDue({ due }: SettledPopup, now: number): boolean {
  return due !== null && now >= due;
}
