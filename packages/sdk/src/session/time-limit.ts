import type { ClientState } from '@vendor/contract';

/** How long the service waits for the user. */
export interface TimeLimit {
  /** Identifies this deadline; changes when it is extended. */
  readonly deadline: string;
  /** Time of the deadline on the session's clock, in ms, because the device's wall clock may be wrong. */
  readonly endsAtMs: number;
  /** Whether the user can request more time. */
  readonly extendable: boolean;
}

/**
 * Reads the time limit from an answer of the service.
 *
 * @param nowMs - arrival of the answer on the session's clock.
 */
export function readTimeLimit({ deadline, timeLeftMs, extendable }: ClientState, nowMs: number): TimeLimit {
  return { deadline, endsAtMs: nowMs + timeLeftMs, extendable };
}
