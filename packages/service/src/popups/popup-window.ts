import type { PopupEnding, PopupState } from '@vendor/contract';

/** Stored state of a window that a page opened for an execution. Times are in ms since 1970. */
export interface PopupWindow {
  readonly executionId: string;
  /** SHA-256 of the one-time ticket, in hex. */
  readonly ticketHash: string;
  /** The session of the page that opened the window. */
  readonly openerEpoch: number;
  /** The session of the window; null until it has claimed its ticket. */
  readonly windowEpoch: number | null;
  /** SHA-256 of the nonce that the ticket was claimed with, in hex. */
  readonly nonceHash: string | null;
  /** How often the window has been loaded. */
  readonly visits: number;
  readonly expiresAt: number;
  /** From then on the window counts as gone, unless it shows itself before; null until it is claimed. */
  readonly goneAt: number | null;
  readonly seq: number;
  readonly opened: boolean;
  readonly started: boolean;
  readonly ending: PopupEnding | null;
  readonly over: PopupOver | null;
  readonly sealedLook: Uint8Array | null;
}

/** Why a window counts as closed: it closed itself, the opener released it, it left and did not return, or its ticket expired. */
export type PopupOver = 'closed' | 'released' | 'left' | 'expired';

/** Members of a window that change after it was opened. */
export type PopupChanges = Partial<Omit<PopupWindow, 'executionId' | 'ticketHash' | 'openerEpoch'>>;

/** A window that shows no sign of life for so long is taken to have left, in ms. */
export const longestSilenceMs = 20_000;

/** A window that has left, perhaps only to be reloaded, may return within this time, in ms. */
export const returnWithinMs = 10_000;

/** Returns when a window that polls now counts as gone if it never polls again. */
export function goneAfterSilence(now: number): number {
  return now + longestSilenceMs + returnWithinMs;
}

/** Returns when a window counts as closed without a message; null if it is closed already. */
export function dueAt({ over, windowEpoch, expiresAt, goneAt }: PopupWindow): number | null {
  if (over !== null) return null;
  return windowEpoch === null || goneAt === null ? expiresAt : goneAt;
}

/** Makes the changes for a closed window, whose language, theme and messages are no longer needed. */
export function overChanges(
  { seq, ending }: PopupWindow,
  over: PopupOver,
  endingIfNone: PopupEnding | null,
): PopupChanges {
  return { over, seq: seq + 1, ending: ending ?? endingIfNone, sealedLook: null };
}

/** Makes the state of a window for its opener. */
export function popupState({ seq, opened, started, ending, over }: PopupWindow): PopupState {
  return { seq, opened, started, ending, closed: over !== null };
}
