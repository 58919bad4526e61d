/** Thrown if the database server did not answer, because a connection failed or broke. The call may be repeated. */
export class LostDatabaseError extends Error {
  override readonly name = 'LostDatabaseError';
  /** Error code, in the form of the codes of system and server errors. */
  readonly code = 'DATABASE_LOST';

  constructor(cause: unknown) {
    super(`The database server was lost: ${describe(cause)}`, { cause });
  }
}

/** Runs a call of `pg`. Turns its error into a {@link LostDatabaseError} unless the server itself reported it. */
export async function orLost<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw isLoss(error) ? new LostDatabaseError(error) : error;
  }
}

/**
 * Returns whether an error means that no answer came. Errors of the server have a severity; an incorrect call of ours throws a
 * `TypeError` or `RangeError`.
 */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  return !('severity' in error);
}

/** Describes an error. Some socket errors have a code but no message. */
function describe(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message;
}
