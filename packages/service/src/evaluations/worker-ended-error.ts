/**
 * Thrown if a thread or process ended before its task was done: it crashed, ran too long or used too much memory. The task is
 * assumed to be the cause.
 */
export class WorkerEndedError extends Error {
  override readonly name = 'WorkerEndedError';
}
