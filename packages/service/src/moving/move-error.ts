/** Thrown if a move cannot begin or continue. Its message says why and what to do, and contains no password. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}
