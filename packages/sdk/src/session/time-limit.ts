import type { ClientState } from '@vendor/contract';

/** How long the service waits for the user. */
export interface TimeLimit {
  /** Names this end: another one has another name. */
  readonly deadline: string;
  /** When it comes, on the session's clock, in ms. That of the device may be set to anything. */
  readonly endsAtMs: number;
  /** Whether the user can have more time. */
  readonly extendable: boolean;
}

/**
 * Reads the time limit from an answer of the service.
 *
 * @param nowMs - arrival of the answer on the session's clock.
 */
export function timeLimitOf({ deadline, timeLeftMs, extendable }: ClientState, nowMs: number): TimeLimit {
  return { deadline, endsAtMs: nowMs + timeLeftMs, extendable };
}
