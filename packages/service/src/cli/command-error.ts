/** The command was understood and cannot be carried out. Its message says what to do; the process ends with 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** What was typed is no command. The process ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
