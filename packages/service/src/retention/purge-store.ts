import type { Actor } from '../access/actor.ts';
import type { PendingErasures, PurgeCause } from './pending-erasures.ts';
import type { Backlog, EndedRange } from './purge-brake.ts';

/**
 * Result of an attempt to purge. Only executions that have ended can be purged: one that goes on ends by itself, at the latest by
 * expiry. One whose state is broken never ends: it counts as ended once its time is over.
 */
export type PurgeOutcome =
  /** `mediaRefs`: the media that nothing names any more. */
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
  /** Why, where the actor does not tell. */
  readonly cause?: PurgeCause;
  /** The one who asked the actor for it, as `nameOfActor` writes it. */
  readonly orderedBy?: string;
}

/** Keeps personal data, as far as it can be removed. The database implements it. */
export interface PurgeStore extends PendingErasures {
  /** Whether an execution can be purged at a time. Changes nothing. */
  look(executionId: string, now: number): Promise<'purgeable' | Exclude<PurgeOutcome['kind'], 'purged'>>;
  /**
   * Removes all that is personal of an execution, in one transaction: its data key, all that the key seals, the rows of its
   * captures and windows, the hashes it is found by, ids, platform and details, and which conditions were unmet; and the erasure
   * of it that was pending. What stays: the execution's status, its level of identity proofing, the types, statuses and times of
   * its checks, the decisions without their comments.
   *
   * @param at - `dataPurgedAt`, in ms since 1970.
   */
  purge(executionId: string, at: number, actor: Actor, options?: PurgeOptions): Promise<PurgeOutcome>;
  /** Executions that accounts with a retention no longer keep, account by account and mode by mode. */
  backlogs(now: number): Promise<Backlog[]>;
  /** Executions of a backlog that ended in a range of time and are not purged, the oldest first. */
  overdue(backlog: Pick<Backlog, 'accountId' | 'mode'>, range: EndedRange, limit: number): Promise<string[]>;
  /** Counts what would go with some executions. */
  weigh(executionIds: readonly string[]): Promise<PersonalRows>;
  /** Executions of an account that ended and are not purged; counted no further than `most`. */
  countEnded(accountId: string, most: number): Promise<number>;
  /** Finds those of the executions that exist and are not purged. */
  unpurged(executionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Brings the database's log into its file and empties it: copies of what was removed go with it.
   *
   * @returns false where another process reads it just now: nothing is lost, and it can be tried again.
   */
  emptyLog(): Promise<boolean>;
}
