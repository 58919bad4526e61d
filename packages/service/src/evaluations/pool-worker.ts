import { Worker } from 'node:worker_threads';
import { WorkerEndedError } from './worker-ended-error.ts';
import type { WorkerReply, WorkerRequest } from './worker-protocol.ts';

export interface PoolWorkerOptions {
  /** URL of the compiled entry. */
  url: URL;
  /** Limit of its JavaScript heap. Exceeding it ends the worker, not the process. */
  heapLimitMb: number;
  /** Called once when the worker ends, for whatever reason. */
  onEnd(): void;
}

/** A thread that runs one task at a time. */
export interface PoolWorker<Task, Result> {
  readonly isBusy: boolean;
  /** Gives a task to an idle worker. Rejects if the task fails, or the worker ends before it is done. */
  run(task: Task, transfer: readonly ArrayBuffer[]): Promise<Result>;
  /** Terminates the thread, even during a task. */
  end(reason: Error): Promise<void>;
}

interface Waiting<Result> {
  readonly id: number;
  resolve(result: Result): void;
  reject(error: Error): void;
}

export function startPoolWorker<Task, Result>(options: PoolWorkerOptions): PoolWorker<Task, Result> {
  const worker = new Worker(options.url, {
    resourceLimits: { maxOldGenerationSizeMb: options.heapLimitMb },
    // A worker needs no environment variables, which include the master key.
    env: {},
  });
  let waiting: Waiting<Result> | null = null;
  let lastId = 0;
  let ended = false;

  const finish = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
    if (ended) return;
    ended = true;
    options.onEnd();
  };

  worker.on('message', (reply: WorkerReply<Result>) => {
    if (waiting === null || reply.id !== waiting.id) return;
    const { resolve, reject } = waiting;
    waiting = null;
    if (reply.kind === 'done') resolve(reply.result);
    else reject(new Error(reply.error));
  });
  worker.on('error', (cause: NodeJS.ErrnoException) => {
    const message = `The worker failed: ${cause.code ?? cause.name}.`;
    // A missing module is not the fault of the task.
    const isMissing = cause.code?.endsWith('MODULE_NOT_FOUND');
    finish(isMissing ? new Error(message, { cause }) : new WorkerEndedError(message, { cause }));
  });
  worker.on('messageerror', (cause) => {
    finish(new Error('A reply of the worker could not be read.', { cause }));
    void worker.terminate();
  });
  worker.on('exit', (code) => finish(new WorkerEndedError(`The worker ended with code ${code}.`)));

  return {
    get isBusy() {
      return waiting !== null;
    },
    run(task, transfer) {
      lastId += 1;
      const request: WorkerRequest<Task> = { id: lastId, task };
      return new Promise((resolve, reject) => {
        waiting = { id: request.id, resolve, reject };
        worker.postMessage(request, transfer);
      });
    },
    async end(reason) {
      finish(reason);
      await worker.terminate();
    },
  };
}
