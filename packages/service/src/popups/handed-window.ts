import type { StoredExecution } from '../executions/stored-execution.ts';
import type { HandOff } from '../hand-offs/hand-off.ts';
import { dueAt, type PopupWindow } from './popup-window.ts';

/**
 * Finds the current session of a window, or of the page that will open it: the phone's while the flow is handed over, the one in
 * which the window took it back or offers it again, otherwise its own. Pure.
 */
export function sessionOfWindow(popup: PopupWindow, handOff: HandOff | null): number {
  return isOfWindow(popup, handOff)
    ? (handOff.returnedEpoch ?? handOff.phoneEpoch ?? handOff.openerEpoch)
    : (popup.windowEpoch ?? popup.openerEpoch);
}

/**
 * Returns when a window counts as closed. If its flow is on a phone, not before the phone is silent or the flow has ended there.
 * Null if it is already closed. Pure.
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

/** Whether a window that is called over leaves its flow's ending to be read on a phone: that session is let be. Pure. */
export function isReadOnPhone(
  popup: PopupWindow,
  handOff: HandOff | null,
  execution: StoredExecution | null,
): boolean {
  return isOnPhone(popup, handOff, execution) && hasEnded(execution);
}

/** A phone that a later start has taken the flow from has it no more. */
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
