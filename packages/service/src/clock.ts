/** Where the time comes from. Decisions about time take it from here, never from a client or a global. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds gone by since some moment: evenly, whatever the clock is set to. For how long something takes, never for when. */
export type ElapsedMs = () => number;

/** The time that goes by on this machine. */
export const systemElapsed: ElapsedMs = () => performance.now();
