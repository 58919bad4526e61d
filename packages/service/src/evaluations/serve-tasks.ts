import type { MessagePort } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest } from './worker-protocol.ts';

/** The thread's side of the pool: runs each task that comes and answers what came of it. */
export function serveTasks<Task, Result>(port: MessagePort, run: (task: Task) => Promise<Result>): void {
  port.on('message', ({ id, task }: WorkerRequest<Task>) => {
    const send = (reply: WorkerReply<Result>) => port.postMessage(reply);
    run(task)
      .then((result) => send({ id, kind: 'done', result }))
      .catch((error: unknown) => send({ id, kind: 'failed', error: describeError(error) }));
  });
}

/** Name and message of what was thrown: all of it that crosses to the pool. */
export function describeError(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`
    : 'Something that is no error was thrown.';
}
