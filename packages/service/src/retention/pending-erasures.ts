import type { Actor } from '../access/actor.ts';
import type { PurgeEntry } from './purge-journal.ts';

/** Why an execution is purged: a person demanded to be erased. */
export type PurgeCause = 'erasure';

/** An erasure that was accepted, of an execution that can be purged now. */
export interface DueErasure extends PurgeEntry {
  /** Null: a list of purges had it. */
  readonly cause: PurgeCause | null;
  /** Actor who ordered it, in the form of `nameOfActor`; null if not known. */
  readonly orderedBy: string | null;
}

/** Chore that carries out erasures. The jobs of earlier versions have that name. */
export const erasureChore = 'purges-again';

/** Erasures to be accepted together. */
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
 * Erasures that were accepted and not carried out yet, in the database: whichever process finds one due carries it out. Each ends in the
 * transaction that purges its execution.
 */
export interface PendingErasures {
  /** Accepts erasures and records the order, all or nothing. An erasure that was already pending keeps its time. */
  acceptErasures(order: ErasureOrder): Promise<void>;
  /** Accepts entries of a list of purges whose executions are not purged. One that is already pending keeps its time. */
  takeOverErasures(entries: readonly PurgeEntry[]): Promise<void>;
  /** Whether an execution is to be purged once it has ended. */
  isErasurePending(executionId: string): Promise<boolean>;
  /**
   * Finds erasures of executions that have ended or expired, by their ids.
   *
   * @param now - null: the time is not trusted, so only those that have ended are found.
   * @param after - last id of the previous page; empty: the first page.
   */
  dueErasures(now: number | null, after: string, limit: number): Promise<DueErasure[]>;
}
