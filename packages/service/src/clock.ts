/** Source of the time. Decisions about time take it from here, never from a client or a global. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** A clock that knows whether its time can be relied on. */
export interface TrustedClock extends Clock {
  /**
   * Tells whether the time may decide what cannot be undone: a purge, an expiry, a removal. What can be undone goes on meanwhile.
   *
   * @param since - a time this clock gave. Between it and now the clock may be continuous even where the date is in doubt.
   */
  isTrusted(since?: number): boolean;
}

/** A clock that knows from when lifetimes count, and when it will be relied on again. */
export interface SessionClock extends TrustedClock {
  /**
   * The time from which to count how long something new is valid: `now`, or the machine's clock where that has just jumped ahead by
   * a plausible amount. What is granted before the service follows the jump is not over as soon as it does.
   */
  lifetimesFrom(): number;
  /** How long until the time is trusted by itself, in ms; 0: it is; null: an operator must confirm it. */
  trustedInMs(): number | null;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds gone by since some moment: evenly, whatever the clock is set to. For how long something takes, never for when. */
export type ElapsedMs = () => number;

/** The time that goes by on this machine. */
export const systemElapsed: ElapsedMs = () => performance.now();
