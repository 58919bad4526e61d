import type { Actor } from '../access/actor.ts';
import type { PurgeEntry } from './purge-journal.ts';

/** Why an execution is purged: a person demanded to be erased. */
export type PurgeCause = 'erasure';

/** An erasure that was accepted, of an execution that can be purged now. */
export interface DueErasure extends PurgeEntry {
  /** Null: a list of purges had it. */
  readonly cause: PurgeCause | null;
  /** The one who ordered it, as `nameOfActor` writes it; null: not known. */
  readonly orderedBy: string | null;
}

/** Chore that carries out erasures. The jobs of earlier versions have that name. */
export const erasureChore = 'purges-again';

/** Erasures to be accepted together. */
export interface ErasureOrder {
  readonly accountId: string;
  readonly executionIds: readonly string[];
  /** The one who orders them. */
  readonly actor: Actor;
  /** When they are ordered, in ms since 1970. */
  readonly at: number;
  /** Kind of the value that the person was found by. */
  readonly searchedBy: string;
}

/**
 * Erasures that were accepted and not carried out yet, in the database: whichever process finds one due carries it out. Each ends in the
 * transaction that purges its execution.
 */
export interface PendingErasures {
  /** Accepts erasures and records that they were ordered: all of it or nothing. An erasure that was pending before keeps its time. */
  acceptErasures(order: ErasureOrder): Promise<void>;
  /** Takes over what a list of purges has of executions that are not purged. One that is pending keeps its time. */
  takeOverErasures(entries: readonly PurgeEntry[]): Promise<void>;
  /** Whether an execution is to be purged once it has ended. */
  isErasurePending(executionId: string): Promise<boolean>;
  /**
   * Erasures of executions that have ended, or whose time is over, by their ids.
   *
   * @param now - null: the time is not known, and those that have ended are found alone.
   * @param after - the last id of the page before; empty: the first page.
   */
  dueErasures(now: number | null, after: string, limit: number): Promise<DueErasure[]>;
}
