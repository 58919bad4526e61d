import type { PopupEnding, PopupState } from '@vendor/contract';

/** A window that a page opened for an execution, as it is kept. Times are in milliseconds since 1970. */
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

/**
 * Why a window is over: it closed itself, the opener is done with it, it went away and did not return, or nobody claimed
 * its ticket.
 */
export type PopupOver = 'closed' | 'released' | 'left' | 'expired';

/** Members of a window that change after it was opened. */
export type PopupChanges = Partial<Omit<PopupWindow, 'executionId' | 'ticketHash' | 'openerEpoch'>>;

/** A window that shows no sign of life for so long is taken to have left, in ms. */
export const longestSilenceMs = 20_000;

/** A window that has left, perhaps only to be reloaded, may return within this time, in ms. */
export const returnWithinMs = 10_000;

/** When a window that shows itself now is gone if it never does again. */
export function goneAfterSilence(now: number): number {
  return now + longestSilenceMs + returnWithinMs;
}

/** When the window is to be called over although nobody has said so; null when it is over already. */
export function dueAt({ over, windowEpoch, expiresAt, goneAt }: PopupWindow): number | null {
  if (over !== null) return null;
  return windowEpoch === null || goneAt === null ? expiresAt : goneAt;
}

/** A window that is over: nobody will ask for its look any more. */
export function overChanges(
  { seq, ending }: PopupWindow,
  over: PopupOver,
  endingIfNone: PopupEnding | null,
): PopupChanges {
  return { over, seq: seq + 1, ending: ending ?? endingIfNone, sealedLook: null };
}

/** Tells the page that opened the window what it may know of it. */
export function popupState({ seq, opened, started, ending, over }: PopupWindow): PopupState {
  return { seq, opened, started, ending, closed: over !== null };
}
