import type { ClockDoubt } from './service-clock.ts';

/** Stored state of the clock, for the next start and for commands beside the service. */
export interface ClockMark {
  /** Time at which the clock was last trusted, in ms since 1970; null: never. */
  readonly trustedAt: number | null;
  /** Time at which an operator last confirmed the machine's clock; null: never. */
  readonly confirmedAt: number | null;
  /** Why the running service does not trust the clock; null if it does. */
  readonly doubt: ClockDoubt | null;
  /** Difference of the machine's clock from the expected time, in ms; negative if behind. */
  readonly gapMs: number;
}

/** Stores the state of the clock. The database implements it. */
export interface ClockMarkStore {
  /** Returns the stored state; null if no service has stored one. */
  find(): Promise<ClockMark | null>;
  /** Stores that the clock was trusted at a time. */
  noteTrusted(at: number): Promise<void>;
  /** Stores why the clock is not trusted. */
  noteDoubt(doubt: ClockDoubt, gapMs: number): Promise<void>;
  /** Stores that an operator confirmed the time of the machine's clock. A service that starts next trusts that time. */
  confirm(at: number): Promise<void>;
  /** Returns the latest time in the data, for data of a version that stored no trusted time; null if there is none. */
  findLastWork(): Promise<number | null>;
}
