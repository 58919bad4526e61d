import type { StoredExecution } from '../executions/stored-execution.ts';
import type { HandOff } from '../hand-offs/hand-off.ts';
import { dueAt, type PopupWindow } from './popup-window.ts';

/**
 * Returns the epoch of the session that a window, or the page that will open it, holds now: that of the phone while the flow is
 * handed over, that in which the window took the flow back or offers it again, otherwise its own. Pure.
 */
export function sessionOfWindow(popup: PopupWindow, handOff: HandOff | null): number {
  return isOfWindow(popup, handOff)
    ? (handOff.returnedEpoch ?? handOff.phoneEpoch ?? handOff.openerEpoch)
    : (popup.windowEpoch ?? popup.openerEpoch);
}

/**
 * Returns when a window counts as closed; null if it is closed. While its flow is on a phone, it closes only once the phone is
 * silent or the flow has ended there. Pure.
 */
export function dueWithPhone(
  popup: PopupWindow,
  handOff: HandOff | null,
  execution: StoredExecution | null,
): number | null {
  const due = dueAt(popup);
  if (due === null || !isOnPhone(popup, handOff, execution) || hasEnded(execution)) return due;
  return handOff?.silent ? due : Math.max(due, handOff?.goneAt ?? due);
}

/**
 * Returns whether the user can still read the ending of a closed window's flow on a phone, whose session must then be kept.
 * Pure.
 */
export function isReadOnPhone(
  popup: PopupWindow,
  handOff: HandOff | null,
  execution: StoredExecution | null,
): boolean {
  return isOnPhone(popup, handOff, execution) && hasEnded(execution);
}

/** Returns whether the flow is on the phone now: it was not taken back, and no later start has taken it over. */
function isOnPhone(popup: PopupWindow, handOff: HandOff | null, execution: StoredExecution | null): boolean {
  return (
    isOfWindow(popup, handOff) &&
    handOff.phoneEpoch !== null &&
    handOff.returnedEpoch === null &&
    execution?.sessionEpoch === handOff.phoneEpoch
  );
}

function isOfWindow(popup: PopupWindow, handOff: HandOff | null): handOff is HandOff {
  return handOff !== null && handOff.originEpoch === popup.windowEpoch;
}

function hasEnded(execution: StoredExecution | null): boolean {
  return execution?.walk.awaiting === 'none';
}
