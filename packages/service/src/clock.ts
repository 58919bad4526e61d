/** Source of the time. All decisions about time use it, never a client's time or a global. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** A clock that knows whether its time is reliable. */
export interface TrustedClock extends Clock {
  /**
   * Returns whether the time may decide an irreversible act: a purge, an expiry, a removal. Reversible work continues even if
   * it may not.
   *
   * @param since - an earlier time of this clock. The clock may have run without a jump since then even if the date is in
   *   doubt.
   */
  isTrusted(since?: number): boolean;
}

/** A clock that also knows when lifetimes start and when it will be trusted again. */
export interface SessionClock extends TrustedClock {
  /**
   * Returns the time from which a new lifetime counts: `now`, or the system clock if that has just jumped ahead by a plausible
   * amount. Otherwise a new grant would expire as soon as the service adopts the jump.
   */
  lifetimesFrom(): number;
  /**
   * Returns the time until the clock is trusted without an operator, in ms; 0: it is trusted now; null: an operator must
   * confirm it.
   */
  trustedInMs(): number | null;
}

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Returns monotonic time in ms, unaffected by changes of the clock. Use it for durations, never for dates. */
export type ElapsedMs = () => number;

/** Monotonic time of this process. */
export const systemElapsed: ElapsedMs = () => performance.now();
