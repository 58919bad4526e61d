import type { MessagePort } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest } from './worker-protocol.ts';

/** Runs in a thread of the pool: carries out each received task and sends back its result or error. */
export function serveTasks<Task, Result>(port: MessagePort, run: (task: Task) => Promise<Result>): void {
  port.on('message', ({ id, task }: WorkerRequest<Task>) => {
    const send = (reply: WorkerReply<Result>) => port.postMessage(reply);
    run(task)
      .then((result) => send({ id, kind: 'done', result }))
      .catch((error: unknown) => send({ id, kind: 'failed', error: describeError(error) }));
  });
}

/** Formats a thrown value as name and message, which is all that is sent to the pool. */
export function describeError(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`
    : 'A value that is not an error was thrown.';
}
