import type { ClockDoubt } from './service-clock.ts';

/** Stored state of the clock: for the next start, and for commands beside the service. */
export interface ClockMark {
  /** The last time at which the clock was trusted, in ms since 1970; null: never yet. */
  readonly trustedAt: number | null;
  /** When an operator last confirmed the machine's clock; null: never. */
  readonly confirmedAt: number | null;
  /** Why the running service does not trust the clock; null: it does. */
  readonly doubt: ClockDoubt | null;
  /** How far the machine's clock was from the time expected, in ms; negative: behind. */
  readonly gapMs: number;
}

/** Store of it. The database implements it. */
export interface ClockMarkStore {
  /** Null: no service has stored one. */
  find(): Promise<ClockMark | null>;
  /** Stores that the clock was trusted at a time. */
  noteTrusted(at: number): Promise<void>;
  /** Stores why it is not. */
  noteDoubt(doubt: ClockDoubt, gapMs: number): Promise<void>;
  /** Stores that an operator confirmed what the machine's clock showed. A service that starts next trusts that time. */
  confirm(at: number): Promise<void>;
  /** The latest time in the data, for data of a version that stored no trusted time; null if there is none. */
  findLastWork(): Promise<number | null>;
}
