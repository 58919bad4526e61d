import type { CompiledQuery } from 'kysely';

/** A prepared query, or one that depends on the result of another query in the same transaction. */
export type WriteStep = CompiledQuery | FollowingStep;

/** A step that depends on the result of a query just before it. It is built again when the transaction is retried. */
export interface FollowingStep<Found = never> {
  /** Name of the result. It is locked until the transaction ends, and later steps reuse the result without another query. */
  readonly name: string;
  /** Query that returns at most one row. */
  readonly find: CompiledQuery<Found>;
  /**
   * Builds the query that depends on the result.
   *
   * @param found - undefined if there is no result.
   */
  follow(found: Found | undefined): FollowingQuery;
}

/** A query that must change exactly one row. */
export interface FollowingQuery {
  readonly query: CompiledQuery;
  /** The result of `find` for later steps. */
  readonly leaves: unknown;
  /** Returns the error to throw if the query does not change exactly one row. */
  unlessOne(): Error;
}
