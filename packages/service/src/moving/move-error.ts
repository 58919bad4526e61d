/** A move that cannot begin or go on. Its message says why and what to do; it names no password. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}
