import type { CompiledQuery } from 'kysely';

/** A prepared query, or one that depends on the result of another query in the same transaction. */
export type WriteStep = CompiledQuery | FollowingStep;

/** A step that depends on the result of a query just before it. It is rebuilt when the transaction is retried. */
export interface FollowingStep<Found = never> {
  /** Name of the result. It is locked until the transaction ends, and later steps reuse it without another query. */
  readonly name: string;
  /** Finds one row or none. */
  readonly find: CompiledQuery<Found>;
  /** @param found - undefined if there is no result. */
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
