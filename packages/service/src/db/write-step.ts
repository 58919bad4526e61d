import type { CompiledQuery } from 'kysely';

/** A prepared query, or one that follows from what another finds in the same transaction. */
export type WriteStep = CompiledQuery | FollowingStep;

/** A step that is made of what is found just before it. It is made again when the transaction begins again. */
export interface FollowingStep<Found = never> {
  /** Name of what is found: held until the transaction ends, and known to those behind it without another look. */
  readonly name: string;
  /** Finds one row or none. */
  readonly find: CompiledQuery<Found>;
  /** @param found - undefined where there is none. */
  follow(found: Found | undefined): FollowingQuery;
}

/** A query that must change exactly one row. */
export interface FollowingQuery {
  readonly query: CompiledQuery;
  /** Result of `find` from now on. */
  readonly leaves: unknown;
  /** Error to throw if it changes none, or several. */
  unlessOne(): Error;
}
