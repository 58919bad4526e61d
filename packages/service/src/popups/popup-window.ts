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
  /** Time from which the window counts as gone unless it polls before; null until it is claimed. */
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

/** Members that may change after the window was opened. */
export type PopupChanges = Partial<Omit<PopupWindow, 'executionId' | 'ticketHash' | 'openerEpoch'>>;

/** Silence after which a window counts as having left, in ms. */
export const maxSilenceMs = 20_000;

/** Time within which a window that left may return, for example after a reload, in ms. */
export const returnWithinMs = 10_000;

/** Returns when a window that polls now counts as gone if it never polls again. */
export function goneAfterSilence(now: number): number {
  return now + maxSilenceMs + returnWithinMs;
}

/** Returns when a window counts as closed without a message; null if it is already closed. */
export function dueAt({ over, windowEpoch, expiresAt, goneAt }: PopupWindow): number | null {
  if (over !== null) return null;
  return windowEpoch === null || goneAt === null ? expiresAt : goneAt;
}

/** Returns the changes that close a window, and remove its language, theme and messages. */
export function overChanges(
  { seq, ending }: PopupWindow,
  over: PopupOver,
  endingIfNone: PopupEnding | null,
): PopupChanges {
  return { over, seq: seq + 1, ending: ending ?? endingIfNone, sealedLook: null };
}

/** Returns the state of a window as its opener sees it. */
export function popupState({ seq, opened, started, ending, over }: PopupWindow): PopupState {
  return { seq, opened, started, ending, closed: over !== null };
}
