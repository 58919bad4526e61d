/** Where the time comes from. Decisions about time take it from here, never from a client or a global. */
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

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds gone by since some moment: evenly, whatever the clock is set to. For how long something takes, never for when. */
export type ElapsedMs = () => number;

/** The time that goes by on this machine. */
export const systemElapsed: ElapsedMs = () => performance.now();
