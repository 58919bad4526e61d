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
  /** CPU time until it is finished, or until its next sign of progress. */
  readonly cpuMs: number;
  /** CPU time in all, however much progress it makes. */
  readonly totalCpuMs: number;
}

export interface DecoderPoolOptions<Task, Result> extends DecoderSupplyOptions<Task, Result> {
  /** After so much CPU time a task counts as one that takes long. */
  readonly quickCpuMs: number;
  limitsOf(task: Task): TaskLimits;
  /** Whether a task is known to take long before it begins. */
  isCostly?(task: Task): boolean;
  readonly queue: FairQueueLimits;
  /** The last resort against a task that hangs without using the CPU. */
  readonly deadlineMs: number;
  /** A process that holds more is ended. */
  readonly memoryMb: number;
  /** Memory above which a process is replaced after a task, so that the next task has enough; no limit by default. */
  readonly mostHeldMb?: number;
  /** Without it sessions may use as much CPU time as they get. */
  readonly budget?: CpuBudget;
}

/** The session used up the CPU time that its uploads may take. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('The session has used up its CPU time.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Runs tasks in child processes, so that the effects of a hostile file end with its process. */
export interface DecoderPool<Task, Result> {
  /** Starts the processes that the first tasks need. Returns at once. */
  warmUp(): void;
  /**
   * Runs a task in a child process. Accounts take turns, then addresses of an account, then sessions of an address; a session
   * runs one task at a time. A process that crashes, or exceeds its memory or its task's CPU time, rejects only this task and is
   * replaced.
   *
   * @param signal ends the task, running or waiting; without it, the task runs to its end.
   * @throws {WorkerEndedError} if the process ended; {PoolFullError} if too many tasks wait; {BudgetSpentError}.
   */
  run(task: Task, owner: TaskOwner, signal?: AbortSignal): Promise<Result>;
  /** Ends all processes; their tasks are rejected. */
  close(): Promise<void>;
}

/** A task between its acceptance and its result. */
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
  /** CPU time of the process at the start of the task; null: not known (yet). */
  begunCpuMs: number | null;
  cpuMs: number;
  /** `cpuMs` at its last sign of progress. */
  progressCpuMs: number;
  /** Ended to begin again in a slow place. */
  isPutBack: boolean;
}

const megabyte = 1024 * 1024;

/** How often the processes at work are looked at. */
const sampleMs = 50;

/** A task that used so much CPU time, or ran so long, gives way to one of an account or address that sends less. */
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

  /** The next task: of accounts that have none running first, then of such addresses. */
  function takeNext(place: Place): Accepted | null {
    const isNew = (level: 'account' | 'address') => (owner: TaskOwner) =>
      isReady(owner) && countOf(owner)[level] === 0;
    const queue = queues[place];
    return queue.take(isNew('account')) ?? queue.take(isNew('address')) ?? queue.take(isReady);
  }

  /** Gives waiting tasks to processes while there are both. */
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
    // A computing process handles no signals: only ending it stops it.
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
          // Each process that a session ends costs the start of another: at low priority from now on.
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
    const isFull = residentBytes > (options.mostHeldMb ?? Number.POSITIVE_INFINITY) * megabyte;
    if (isFull) void decoder.end(new Error('The process holds too much.'), 'room');
    else supply.release(decoder);
    // The next task need not wait for a process to start; one that never started is not tried again and again.
    if (isFull || mustReplace) supply.keepWarm();
    if (isRejected && current.isPutBack && !isClosed && !signal?.aborted) wait(accepted, 'slow');
    else settle();
    // Before its own next task: a pool that always has one would never give up what others wait for.
    supply.makeRoom();
    assign();
  }

  /** Measures the CPU time of a task. */
  function measure(current: Running): number {
    // Loading its code is no fault of the task.
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

  /** Makes a task give way whose owner has more running tasks than the owner of a waiting one. */
  function giveWay(): void {
    if (runningIn('quick') < places.quick) return;
    for (const current of running) {
      if (current.place === 'slow' || current.isPutBack) continue;
      const { owner } = current.accepted;
      const isDue = current.cpuMs >= yieldCpuMs || performance.now() - current.begunAt >= yieldMs;
      // An owner with several places gives one back at once.
      const least = isDue ? 0 : 1;
      const next = queues.quick.peek((other) => isReady(other) && surplusOver(owner, other) > least);
      if (!next) continue;
      // One that holds a slow place besides has more than its share: it begins again rather than keep the other waiting.
      demote(current, surplusOver(owner, next) > 1);
      return;
    }
  }

  /** @param mustLeave - where no slow place is free it is put back, to begin again in one. */
  function demote(current: Running, mustLeave: boolean): void {
    if (runningIn('slow') < places.slow) {
      current.decoder.lowerPriority();
      current.place = 'slow';
      assign();
    } else if (mustLeave && places.slow > 0 && !current.isPutBack) {
      current.isPutBack = true;
      void current.decoder.end(new Error('The task gives way to others.'), 'yield');
    }
  }

  function placeOf({ task, owner }: Pick<Accepted, 'task' | 'owner'>): Place {
    if (places.slow === 0) return 'quick';
    return slowSessions.has(owner.sessionId) || options.isCostly?.(task) ? 'slow' : 'quick';
  }

  function wait(accepted: Accepted, place: Place): void {
    const lost = queues[place].add(accepted, accepted.owner);
    if (lost !== accepted) accepted.signal?.addEventListener('abort', accepted.leaveQueue, { once: true });
    if (!lost) return;
    lost.signal?.removeEventListener('abort', lost.leaveQueue);
    lost.reject(new PoolFullError('Too many tasks are waiting.'));
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
          // Stops waiting for memory that no task needs any more, because that blocks other pools.
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
