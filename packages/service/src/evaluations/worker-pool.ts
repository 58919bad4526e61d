import { type PoolWorker, startPoolWorker } from './pool-worker.ts';
import { WorkerEndedError } from './worker-ended-error.ts';

export interface WorkerPoolOptions {
  /** URL of the compiled entry. */
  url: URL;
  /** Maximum number of threads. Each is started when it is first needed, or by `warmUp`. */
  size: number;
  /** Maximum number of tasks that wait for a thread. */
  queueLimit: number;
  /**
   * Deadline of a task in ms, counted from its start in a thread. If the machine gives this process less than half of that as
   * CPU time, the deadline restarts, a few times, so that results do not depend on the load of the machine.
   */
  deadlineMs: number;
  /** Limit of the JavaScript heap of one thread. */
  heapLimitMb: number;
  /** Idle time in ms after which a thread and everything that it loaded is ended. By default, threads are kept. */
  idleMs?: number;
}

/** Maximum number of consecutive deadlines that a task may use on an overloaded machine. */
const maxDeadlines = 4;

/** Thrown if more tasks wait than the pool accepts. */
export class PoolFullError extends Error {
  override readonly name = 'PoolFullError';
}

/** Runs tasks in threads, so that the thread that answers requests stays free. */
export interface WorkerPool<Task, Result> {
  /** Starts all threads now, so that no task has to wait for a thread to load. Returns immediately. */
  warmUp(): void;
  /**
   * Runs a task in a thread. A thread that crashes, hangs or exceeds its memory rejects only its task and is replaced.
   *
   * @param transfer - buffers that move to the thread; the caller's views of them are empty afterwards.
   * @param signal - ends the task, whether it is running or waiting.
   * @throws {WorkerEndedError} if the thread ended; {PoolFullError} if too many tasks wait.
   */
  run(task: Task, transfer: readonly ArrayBuffer[], signal: AbortSignal): Promise<Result>;
  /** Ends all threads and rejects their tasks. */
  close(): Promise<void>;
}

/** A task that was accepted and has no result yet. */
interface AcceptedTask<Task, Result> {
  readonly task: Task;
  readonly transfer: readonly ArrayBuffer[];
  readonly signal: AbortSignal;
  /** Removes the task from the queue when the signal aborts. */
  leaveQueue(): void;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

export function createWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const workers = new Set<PoolWorker<Task, Result>>();
  const waiting: AcceptedTask<Task, Result>[] = [];
  let isClosed = false;

  const idleTimers = new Map<PoolWorker<Task, Result>, NodeJS.Timeout>();
  const findFreeWorker = () => [...workers].find((worker) => !worker.isBusy);

  function startWorker(): PoolWorker<Task, Result> {
    const worker: PoolWorker<Task, Result> = startPoolWorker({
      url: options.url,
      heapLimitMb: options.heapLimitMb,
      onEnd: () => {
        clearTimeout(idleTimers.get(worker));
        idleTimers.delete(worker);
        workers.delete(worker);
      },
    });
    workers.add(worker);
    return worker;
  }

  /** Assigns waiting tasks to threads as long as there are free threads. */
  function assign(): void {
    while (waiting.length > 0) {
      const worker = findFreeWorker() ?? (workers.size < options.size ? startWorker() : undefined);
      if (worker === undefined) return;
      void execute(worker, waiting.shift()!).then(assign);
    }
  }

  async function execute(
    worker: PoolWorker<Task, Result>,
    accepted: AcceptedTask<Task, Result>,
  ): Promise<void> {
    const { task, transfer, signal, leaveQueue, resolve, reject } = accepted;
    signal.removeEventListener('abort', leaveQueue);
    clearTimeout(idleTimers.get(worker));
    // A thread that is computing handles no signals and can only be terminated.
    const stop = () => void worker.end(signal.reason);
    const begun = process.cpuUsage();
    let deadlines = 1;
    const overrun = () => {
      // The CPU time of the whole process is an upper bound for this thread's.
      const { user, system } = process.cpuUsage(begun);
      const isStarved = (user + system) / 1_000 < (deadlines * options.deadlineMs) / 2;
      if (isStarved && deadlines < maxDeadlines) {
        deadlines += 1;
        timer = setTimeout(overrun, options.deadlineMs);
      } else void worker.end(new WorkerEndedError(`The task ran longer than ${options.deadlineMs} ms.`));
    };
    let timer = setTimeout(overrun, options.deadlineMs);
    signal.addEventListener('abort', stop, { once: true });
    await worker.run(task, transfer).then(resolve, reject);
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    if (options.idleMs !== undefined && workers.has(worker)) endWhenIdle(worker, options.idleMs);
  }

  function endWhenIdle(worker: PoolWorker<Task, Result>, idleMs: number): void {
    const end = () => void worker.end(new Error('The thread was idle.'));
    idleTimers.set(worker, setTimeout(end, idleMs).unref());
  }

  return {
    warmUp() {
      while (!isClosed && workers.size < options.size) startWorker();
    },
    run: (task, transfer, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (isClosed) throw closedError();
        if (waiting.length >= options.queueLimit) throw new PoolFullError('Too many tasks are waiting.');
        const leaveQueue = () => {
          waiting.splice(waiting.indexOf(accepted), 1);
          reject(signal.reason);
        };
        const accepted = { task, transfer, signal, leaveQueue, resolve, reject };
        waiting.push(accepted);
        signal.addEventListener('abort', leaveQueue, { once: true });
        assign();
      }),
    async close() {
      isClosed = true;
      for (const { signal, leaveQueue, reject } of waiting.splice(0)) {
        signal.removeEventListener('abort', leaveQueue);
        reject(closedError());
      }
      await Promise.all([...workers].map((worker) => worker.end(closedError())));
    },
  };
}

function closedError(): Error {
  return new Error('The pool is closed.');
}
