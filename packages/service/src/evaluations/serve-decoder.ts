import { describeError } from './serve-tasks.ts';
import type { DecoderSignal, WorkerReply, WorkerRequest } from './worker-protocol.ts';

/**
 * The child's side of a decoder process: runs each task that comes and answers with its result. Ends with the service, whichever
 * way that ended.
 *
 * @param run - calls `onProgress` when it has finished a part, such as a page: a task may use more CPU the more it gets done.
 */
export function serveDecoder<Task, Result>(
  run: (task: Task, onProgress: () => void) => Promise<Result>,
): void {
  const send = (message: WorkerReply<Result> | DecoderSignal) => process.send?.(message);
  process.on('disconnect', () => process.exit(0));
  process.on('message', ({ id, task }: WorkerRequest<Task>) => {
    run(task, () => send({ id, kind: 'progress' }))
      .then((result) => send({ id, kind: 'done', result }))
      .catch((error: unknown) => send({ id, kind: 'failed', error: describeError(error) }));
  });
  send({ kind: 'ready' });
}
