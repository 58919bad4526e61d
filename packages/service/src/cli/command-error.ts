/** Thrown if a command was understood but cannot be carried out. The message says what to do; the process exits with 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Thrown for input that is not a valid command. The process exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
