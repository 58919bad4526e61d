import { describeError } from './serve-tasks.ts';
import type { DecoderSignal, WorkerReply, WorkerRequest } from './worker-protocol.ts';

/**
 * Runs in a decoder process: carries out each received task and sends back its result. Exits when the service ends, even if it
 * crashes.
 *
 * @param run - must call `onProgress` when a part is finished, such as a page: the CPU limit of a task counts from its last
 *   progress.
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
