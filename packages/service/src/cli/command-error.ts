/** The command was understood and cannot be carried out. Its message says what to do; the process ends with 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Thrown when the words typed are no command. The process ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
