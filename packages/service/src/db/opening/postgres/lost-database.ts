/** No answer came from the database server, because no connection could be made or one broke. The call may be made again. */
export class LostDatabaseError extends Error {
  override readonly name = 'LostDatabaseError';
  /** Error code, as system and server errors have one. */
  readonly code = 'DATABASE_LOST';

  constructor(cause: unknown) {
    super(`The database server was lost: ${wordsOf(cause)}`, { cause });
  }
}

/** Runs a call of `pg`; its error is a {@link LostDatabaseError} unless the server itself answered with one. */
export async function orLost<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw isLoss(error) ? new LostDatabaseError(error) : error;
  }
}

/** Errors that a server sends have a severity; a mistake of ours in a call is a `TypeError` or `RangeError`. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  return !('severity' in error);
}

/** Some errors of sockets have a code and no message. */
function wordsOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message;
}
