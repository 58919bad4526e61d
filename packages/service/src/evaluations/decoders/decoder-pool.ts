import { createFairQueue, type FairQueue, type FairQueueLimits, type TaskOwner } from '../fair-queue.ts';
import { WorkerEndedError } from '../worker-ended-error.ts';
import { PoolFullError } from '../worker-pool.ts';
import type { CpuBudget } from './cpu-budget.ts';
import type { DecoderProcess } from './decoder-process.ts';
import { createDecoderSupply, type DecoderSupplyOptions, type Place } from './decoder-supply.ts';
import { createOwnerShares } from './owner-shares.ts';
import { createSlowSessions } from './slow-sessions.ts';

/** Limits of one task. */
export interface TaskLimits {
  /** CPU time in ms until the task finishes or reports progress. */
  readonly cpuMs: number;
  /** CPU time in ms in total, regardless of progress. */
  readonly totalCpuMs: number;
}

export interface DecoderPoolOptions<Task, Result> extends DecoderSupplyOptions<Task, Result> {
  /** CPU time in ms after which a task counts as slow. */
  readonly quickCpuMs: number;
  limitsOf(task: Task): TaskLimits;
  /** Returns whether a task is known to be slow before it starts. */
  isCostly?(task: Task): boolean;
  readonly queue: FairQueueLimits;
  /** Time-out in ms of a task; stops a task that hangs without using the CPU. */
  readonly deadlineMs: number;
  /** Memory above which a process is ended. */
  readonly memoryMb: number;
  /** Memory above which a process is replaced after its task, so that the next task has enough. No limit by default. */
  readonly maxIdleMb?: number;
  /** CPU time that each session may use. Unlimited by default. */
  readonly budget?: CpuBudget;
}

/** Thrown if a session has used up the CPU time for its uploads. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('The session has used up its CPU time.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Runs tasks in child processes, so that a hostile file can only affect its own process. */
export interface DecoderPool<Task, Result> {
  /** Starts the processes that the first tasks need. Returns immediately. */
  warmUp(): void;
  /**
   * Runs a task in a child process. Accounts take turns, then addresses of an account, then sessions of an address; a session
   * runs one task at a time. A process that crashes, or exceeds its memory or its task's CPU time, rejects only this task and
   * is replaced.
   *
   * @param signal - ends the task, whether it is running or waiting; without a signal, the task runs to its end.
   * @throws {WorkerEndedError} if the process ended; {PoolFullError} if too many tasks wait; {BudgetSpentError}.
   */
  run(task: Task, owner: TaskOwner, signal?: AbortSignal): Promise<Result>;
  /** Ends all processes and rejects their tasks. */
  close(): Promise<void>;
}

/** A task that was accepted and has no result yet. */
interface AcceptedTask<Task, Result> {
  readonly task: Task;
  readonly owner: TaskOwner;
  readonly signal: AbortSignal | undefined;
  /** Removes the task from the queue when the signal aborts. */
  leaveQueue(): void;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

interface RunningTask<Task, Result> {
  readonly accepted: AcceptedTask<Task, Result>;
  readonly decoder: DecoderProcess<Task, Result>;
  readonly limits: TaskLimits;
  readonly begunAt: number;
  place: Place;
  /** CPU time of the process at the start of the task; null while it is unknown. */
  begunCpuMs: number | null;
  cpuMs: number;
  /** `cpuMs` at the last report of progress. */
  progressCpuMs: number;
  /** True if its process was ended so that the task starts again in a slow place. */
  isPutBack: boolean;
}

const megabyte = 1024 * 1024;

/** Interval at which running processes are measured. */
const sampleMs = 50;

/** CPU time or duration after which a task gives way to a task of an account or address that sends less. */
const yieldCpuMs = 100;
const yieldMs = 150;

export function createDecoderPool<Task, Result>(
  options: DecoderPoolOptions<Task, Result>,
): DecoderPool<Task, Result> {
  type Accepted = AcceptedTask<Task, Result>;
  type Running = RunningTask<Task, Result>;
  const { places, budget } = options;
  const supply = createDecoderSupply(options, assign);
  const queues: Record<Place, FairQueue<Accepted>> = {
    quick: createFairQueue(options.queue),
    slow: createFairQueue(options.queue),
  };
  const running = new Set<Running>();
  const slowSessions = createSlowSessions();
  let isClosed = false;
  let sampler: NodeJS.Timeout | undefined;

  const runningIn = (place: Place) => [...running].filter((task) => task.place === place).length;
  const { isReady, countOf, surplusOver } = createOwnerShares(
    () => [...running].map(({ accepted }) => accepted.owner),
    Object.values(queues),
  );

  /** Takes the next task: first of accounts without a running task, then of addresses without one. */
  function takeNext(place: Place): Accepted | null {
    const isNew = (level: 'account' | 'address') => (owner: TaskOwner) =>
      isReady(owner) && countOf(owner)[level] === 0;
    const queue = queues[place];
    return queue.take(isNew('account')) ?? queue.take(isNew('address')) ?? queue.take(isReady);
  }

  /** Assigns waiting tasks to processes as long as there are places. */
  function assign(): void {
    if (isClosed) return;
    let isShort = false;
    for (const place of ['quick', 'slow'] as const) {
      while (runningIn(place) < places[place] && queues[place].peek(isReady)) {
        const decoder = supply.acquire(place, runningIn('quick'));
        if (!decoder) {
          isShort = true;
          break;
        }
        void execute(decoder, takeNext(place)!, place);
      }
    }
    if (!isShort) supply.forgetRoom();
    supply.keepSpare({ quick: runningIn('quick'), slow: runningIn('slow') });
  }

  async function execute(decoder: Running['decoder'], accepted: Accepted, place: Place): Promise<void> {
    const { task, signal, leaveQueue, resolve, reject, owner } = accepted;
    signal?.removeEventListener('abort', leaveQueue);
    const current: Running = {
      accepted,
      decoder,
      limits: options.limitsOf(task),
      begunAt: performance.now(),
      place,
      begunCpuMs: null,
      cpuMs: 0,
      progressCpuMs: 0,
      isPutBack: false,
    };
    running.add(current);
    sampler ??= setInterval(sample, sampleMs);
    // A process that is computing handles no signals and can only be killed.
    const stop = () => void decoder.end(signal?.reason, 'aborted');
    const overrun = () =>
      void decoder.end(
        new WorkerEndedError(`The task ran longer than ${options.deadlineMs} ms.`),
        'deadline',
      );
    const timer = setTimeout(overrun, options.deadlineMs);
    signal?.addEventListener('abort', stop, { once: true });
    let isRejected = false;
    let mustReplace = false;
    measure(current);
    const settle = await decoder
      .run(task, () => {
        measure(current);
        current.progressCpuMs = current.cpuMs;
      })
      .then(
        (result) => () => resolve(result),
        (error: unknown) => {
          isRejected = true;
          mustReplace = error instanceof WorkerEndedError || current.isPutBack;
          // Each process that a session's task ends requires starting another one, so its later tasks start at low priority.
          if (error instanceof WorkerEndedError) slowSessions.add(owner.sessionId);
          return () => reject(error);
        },
      );
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    const residentBytes = measure(current);
    budget?.charge(owner.sessionId, current.cpuMs);
    running.delete(current);
    if (running.size === 0) {
      clearInterval(sampler);
      sampler = undefined;
    }
    const isFull = residentBytes > (options.maxIdleMb ?? Number.POSITIVE_INFINITY) * megabyte;
    if (isFull) void decoder.end(new Error('The process uses too much memory.'), 'room');
    else supply.release(decoder);
    // Starts a replacement, so that the next task does not have to wait for it. A process that failed to start is not replaced
    // here, to avoid endless attempts.
    if (isFull || mustReplace) supply.keepWarm();
    if (isRejected && current.isPutBack && !isClosed && !signal?.aborted) wait(accepted, 'slow');
    else settle();
    // Before the next own task starts: a pool that always has one would otherwise never release memory that other pools wait
    // for.
    supply.makeRoom();
    assign();
  }

  /** Updates the CPU time of a task. Returns the resident memory of its process in bytes. */
  function measure(current: Running): number {
    // The CPU time used for loading the code is not charged to the task.
    const usage = current.decoder.isReady ? current.decoder.usage() : null;
    if (!usage) return 0;
    current.begunCpuMs ??= usage.cpuMs;
    current.cpuMs = usage.cpuMs - current.begunCpuMs;
    return usage.residentBytes;
  }

  function sample(): void {
    for (const current of running) {
      const residentBytes = measure(current);
      const { cpuMs, progressCpuMs, limits, decoder, place } = current;
      if (residentBytes > options.memoryMb * megabyte) {
        void decoder.end(new WorkerEndedError(`The task used more than ${options.memoryMb} MB.`), 'memory');
      } else if (cpuMs - progressCpuMs > limits.cpuMs || cpuMs > limits.totalCpuMs) {
        void decoder.end(new WorkerEndedError(`The task used ${cpuMs} ms of CPU time.`), 'cpu');
      } else if (place === 'quick' && cpuMs > options.quickCpuMs) {
        slowSessions.add(current.accepted.owner.sessionId);
        demote(current, queues.quick.peek(isReady) !== null);
      }
    }
    giveWay();
  }

  /** Makes a task give way if its owner has more running tasks than the owner of a waiting one. */
  function giveWay(): void {
    if (runningIn('quick') < places.quick) return;
    for (const current of running) {
      if (current.place === 'slow' || current.isPutBack) continue;
      const { owner } = current.accepted;
      const isDue = current.cpuMs >= yieldCpuMs || performance.now() - current.begunAt >= yieldMs;
      // If the owner has more than one place, a task gives way immediately.
      const minSurplus = isDue ? 0 : 1;
      const next = queues.quick.peek((other) => isReady(other) && surplusOver(owner, other) > minSurplus);
      if (!next) continue;
      // If the owner also has other places, the task is restarted rather than keeping the waiting one out.
      demote(current, surplusOver(owner, next) > 1);
      return;
    }
  }

  /**
   * Moves a task to a slow place. @param mustLeave - if no slow place is free, ends the process and queues the task again for a
   * slow place.
   */
  function demote(current: Running, mustLeave: boolean): void {
    if (runningIn('slow') < places.slow) {
      current.decoder.lowerPriority();
      current.place = 'slow';
      assign();
    } else if (mustLeave && places.slow > 0 && !current.isPutBack) {
      current.isPutBack = true;
      void current.decoder.end(new Error('The task was stopped to make room for others.'), 'yield');
    }
  }

  function placeOf({ task, owner }: Pick<Accepted, 'task' | 'owner'>): Place {
    if (places.slow === 0) return 'quick';
    return slowSessions.has(owner.sessionId) || options.isCostly?.(task) ? 'slow' : 'quick';
  }

  function wait(accepted: Accepted, place: Place): void {
    const rejected = queues[place].add(accepted, accepted.owner);
    if (rejected !== accepted)
      accepted.signal?.addEventListener('abort', accepted.leaveQueue, { once: true });
    if (!rejected) return;
    rejected.signal?.removeEventListener('abort', rejected.leaveQueue);
    rejected.reject(new PoolFullError('Too many tasks are waiting.'));
  }

  return {
    warmUp: supply.warmUp,
    run: (task, owner, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (isClosed) throw closedError();
        const waitSeconds = budget?.secondsUntilLeft(owner.sessionId) ?? 0;
        if (waitSeconds > 0) throw new BudgetSpentError(waitSeconds);
        const leaveQueue = () => {
          for (const queue of Object.values(queues)) queue.remove(accepted);
          reject(signal?.reason);
          // Withdraws a request for memory that no task needs any more, because it blocks other pools.
          assign();
        };
        const accepted: Accepted = { task, owner, signal, leaveQueue, resolve, reject };
        wait(accepted, placeOf(accepted));
        assign();
        giveWay();
      }),
    async close() {
      isClosed = true;
      for (const queue of Object.values(queues)) {
        for (let next = queue.take(); next !== null; next = queue.take()) {
          next.signal?.removeEventListener('abort', next.leaveQueue);
          next.reject(closedError());
        }
      }
      await supply.close(closedError());
    },
  };
}

function closedError(): Error {
  return new Error('The pool is closed.');
}
