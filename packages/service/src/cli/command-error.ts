/** Thrown if a command was understood but cannot be carried out. Its message says what to do; the process exits with 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Thrown if what was typed is not a command. The process exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
