/** Where the time comes from. Decisions about time take it from here, never from a client or a global. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };
