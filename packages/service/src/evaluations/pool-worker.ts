import { Worker } from 'node:worker_threads';
import { WorkerEndedError } from './worker-ended-error.ts';
import type { WorkerReply, WorkerRequest } from './worker-protocol.ts';

export interface PoolWorkerOptions {
  /** The worker's compiled entry. */
  url: URL;
  /** Limit of its JavaScript heap; beyond that the worker ends, not the process. */
  heapLimitMb: number;
  /** Called once, however the worker ends. */
  onEnd(): void;
}

/** One thread and the task it has. */
export interface PoolWorker<Task, Result> {
  readonly isBusy: boolean;
  /** Gives an idle worker a task. Rejects when the task fails, and when the worker ends before it is done. */
  run(task: Task, transfer: readonly ArrayBuffer[]): Promise<Result>;
  /** Ends the thread, whatever it is doing. */
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
    // A worker needs nothing of the environment, which holds the master key.
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
    // A module that is not installed is no fault of the task.
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
