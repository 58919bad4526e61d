import type { Actor } from '../access/actor.ts';
import type { PendingErasures, PurgeCause } from './pending-erasures.ts';
import type { Backlog, EndedRange } from './purge-brake.ts';
import type { CarriedOutPurges } from './purge-journal.ts';

/**
 * Result of a purge. Only executions that have ended can be purged. Every pending execution ends, at the latest by expiry; a
 * broken one counts as ended after its deadline.
 */
export type PurgeOutcome =
  /** `mediaRefs`: media that are unreferenced after the purge. */
  | { readonly kind: 'purged'; readonly mediaRefs: readonly string[] }
  | { readonly kind: 'purged-before' }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'missing' };

/** Numbers of rows with personal data. */
export interface PersonalRows {
  readonly checks: number;
  /** Pictures, videos and files. */
  readonly captures: number;
  readonly comments: number;
  /** Marks that tell users apart. */
  readonly userMarks: number;
  readonly searchHashes: number;
}

/** Details of a purge. */
export interface PurgeOptions {
  /** Current time; default: the time of the purge. */
  readonly now?: number;
  /** Cause of the purge, unless the actor implies it. */
  readonly cause?: PurgeCause;
  /** Actor who requested it, in the form of `nameOfActor`. */
  readonly orderedBy?: string;
}

/** Store of personal data that can be purged, implemented by the database. */
export interface PurgeStore extends PendingErasures, CarriedOutPurges {
  /** Returns whether an execution can be purged at a time, without changing anything. */
  checkPurge(
    executionId: string,
    now: number,
  ): Promise<'purgeable' | Exclude<PurgeOutcome['kind'], 'purged'>>;
  /**
   * Removes all personal data of an execution in one transaction: its data key and everything encrypted with it, the rows of its
   * captures and windows, search hashes, ids, platform, details, unmet conditions, and its pending erasure. Keeps status, level
   * of identity proofing, types, statuses and times of checks, and decisions without comments.
   *
   * @param at - `dataPurgedAt`, in ms since 1970.
   */
  purge(executionId: string, at: number, actor: Actor, options?: PurgeOptions): Promise<PurgeOutcome>;
  /** Finds executions past the retention of their account, grouped by account and mode. */
  backlogs(now: number): Promise<Backlog[]>;
  /** Stores that the late executions of a backlog wait for an operator. */
  hold(backlog: Pick<Backlog, 'accountId' | 'mode'>, now: number): Promise<void>;
  /** Stores that the executions of a backlog no longer wait for an operator. */
  endHold(backlog: Pick<Backlog, 'accountId' | 'mode'>): Promise<void>;
  /** Finds executions of a backlog that ended in a range and are not purged, oldest first. */
  overdue(backlog: Pick<Backlog, 'accountId' | 'mode'>, range: EndedRange, limit: number): Promise<string[]>;
  /** Counts the rows that a purge of the executions would remove. */
  countPersonalRows(executionIds: readonly string[]): Promise<PersonalRows>;
  /** Counts executions of an account that ended and are not purged, up to `most`. */
  countEnded(accountId: string, most: number): Promise<number>;
  /** Returns which of the executions exist and are not purged. */
  unpurged(executionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Moves the database's log into its file and empties it, because the log has copies of removed data.
   *
   * @returns false if another process is reading the log; nothing is lost, and a later call can succeed.
   */
  emptyLog(): Promise<boolean>;
}
