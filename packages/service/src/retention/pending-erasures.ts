import type { Actor } from '../access/actor.ts';
import type { PurgeEntry } from './purge-journal.ts';

/** Cause of a purge. `erasure`: the person asked for it. */
export type PurgeCause = 'erasure';

/** An accepted erasure of an execution that can be purged now. */
export interface DueErasure extends PurgeEntry {
  /** Null: the erasure was taken over from a purge journal. */
  readonly cause: PurgeCause | null;
  /** Actor who ordered it, in the form of `nameOfActor`; null: unknown. */
  readonly orderedBy: string | null;
}

/** Chore that carries out erasures. The name must not change, because stored jobs have it. */
export const erasureChore = 'purges-again';

/** Erasures that are accepted together. */
export interface ErasureOrder {
  readonly accountId: string;
  readonly executionIds: readonly string[];
  /** Actor who orders them. */
  readonly actor: Actor;
  /** Time of the order, in ms since 1970. */
  readonly at: number;
  /** Kind of the value that the person was found by. */
  readonly searchedBy: string;
}

/**
 * Store of erasures that were accepted and not carried out yet. Any process that finds one due carries it out. An erasure is
 * removed in the transaction that purges its execution.
 */
export interface PendingErasures {
  /**
   * Accepts erasures and records the order in one transaction. An erasure that is already pending keeps its time.
   *
   * @returns the position of the order in the audit trail of the account.
   */
  acceptErasures(order: ErasureOrder): Promise<number>;
  /** Accepts entries of a purge journal whose executions are not purged. An erasure that is already pending keeps its time. */
  takeOverErasures(entries: readonly PurgeEntry[]): Promise<void>;
  /** Returns whether an execution will be purged once it has ended. */
  isErasurePending(executionId: string): Promise<boolean>;
  /**
   * Finds erasures of executions that have ended or expired, ordered by execution id.
   *
   * @param now - null: the time is not trusted, so only those that have ended are found.
   * @param after - last id of the previous page; empty: the first page.
   */
  dueErasures(now: number | null, after: string, limit: number): Promise<DueErasure[]>;
}
