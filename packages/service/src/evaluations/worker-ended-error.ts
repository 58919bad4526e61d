/** A thread or process ended before its task did: it crashed, ran too long or used too much memory. The task is to blame. */
export class WorkerEndedError extends Error {
  override readonly name = 'WorkerEndedError';
}
