import type { Actor } from '../access/actor.ts';
import type { PendingErasures, PurgeCause } from './pending-erasures.ts';
import type { Backlog, EndedRange } from './purge-brake.ts';
import type { CarriedOutPurges } from './purge-journal.ts';

/**
 * Result of a purge. Only executions that have ended can be purged: pending ones end by themselves, at the latest by expiry. A
 * broken one never ends, so it counts as ended after its deadline.
 */
export type PurgeOutcome =
  /** `mediaRefs`: media that no row names after the purge. */
  | { readonly kind: 'purged'; readonly mediaRefs: readonly string[] }
  | { readonly kind: 'purged-before' }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'missing' };

/** How much personal data there is. */
export interface PersonalRows {
  readonly checks: number;
  /** Pictures, videos and files. */
  readonly captures: number;
  readonly comments: number;
  /** Marks that distinguish users. */
  readonly userMarks: number;
  readonly searchHashes: number;
}

/** Details of a purge. */
export interface PurgeOptions {
  /** The time now, if that is another than the one it is purged at. */
  readonly now?: number;
  /** Cause, if the actor does not imply it. */
  readonly cause?: PurgeCause;
  /** Actor who requested it, in the form of `nameOfActor`. */
  readonly orderedBy?: string;
}

/** Store of the personal data that can be purged. The database implements it. */
export interface PurgeStore extends PendingErasures, CarriedOutPurges {
  /** Whether an execution can be purged at a time. Changes nothing. */
  look(executionId: string, now: number): Promise<'purgeable' | Exclude<PurgeOutcome['kind'], 'purged'>>;
  /**
   * Removes all personal data of an execution in one transaction: its data key and everything encrypted with it, the rows of its
   * captures and windows, search hashes, ids, platform, details, unmet conditions, and its pending erasure. Keeps status, level
   * of identity proofing, types, statuses and times of checks, and decisions without comments.
   *
   * @param at - `dataPurgedAt`, in ms since 1970.
   */
  purge(executionId: string, at: number, actor: Actor, options?: PurgeOptions): Promise<PurgeOutcome>;
  /** Executions that accounts with a retention no longer keep, account by account and mode by mode. */
  backlogs(now: number): Promise<Backlog[]>;
  /** Executions of a backlog that ended in a range of time and are not purged, the oldest first. */
  overdue(backlog: Pick<Backlog, 'accountId' | 'mode'>, range: EndedRange, limit: number): Promise<string[]>;
  /** Counts the rows that a purge of some executions would remove. */
  weigh(executionIds: readonly string[]): Promise<PersonalRows>;
  /** Executions of an account that ended and are not purged; counted no further than `most`. */
  countEnded(accountId: string, most: number): Promise<number>;
  /** Returns which of the executions exist and are not purged. */
  unpurged(executionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Writes the database's log into its file and empties it, because it has copies of removed data.
   *
   * @returns false if another process is reading it: nothing is lost, try again.
   */
  emptyLog(): Promise<boolean>;
}
