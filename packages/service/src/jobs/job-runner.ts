import { assertNever } from '@vendor/contract/assert-never';
import type { Clock } from '../clock.ts';
import { type Logger, summarizeError } from '../logging/logger.ts';
import { orAborted } from '../or-aborted.ts';
import { inSpan } from '../tracing/spans.ts';
import type { ClaimedJob, JobKind, JobQueue, JobStore, SlotAllocator } from './job.ts';
import { holdLease } from './lease.ts';
import { retryDelayMs } from './retry-delay.ts';

/**
 * `done`: the job is deleted. `againAt`: it succeeded and runs again at that time. `settled`: the handler has already stored
 * one of these outcomes, in its own transaction.
 */
export type JobOutcome = 'done' | 'settled' | { readonly againAt: number };

/**
 * Runs the jobs of one kind. A finished job may run again if the process died before its result was stored. So a handler first
 * checks whether its work is still needed, and changes state in one transaction.
 */
export interface JobHandler {
  /** Maximum number of jobs that run at a time in this process. */
  readonly concurrency: number;
  /** Returns the maximum number of jobs of one lane that run at a time. Default: `concurrency`. */
  laneLimit?(lane: string): number;
  /** Whether all instances of the service share `laneLimit`. Default: each instance has its own. */
  readonly isLaneLimitShared?: boolean;
  /**
   * Distributes the free slots among the lanes. Default: the longest due job gets the next slot.
   *
   * @param running - number of running jobs of each lane.
   */
  allocate?(running: ReadonlyMap<string, number>): SlotAllocator;
  /**
   * Maximum wait of a job of this kind. A job with a longer wait was scheduled while the clock was ahead, so it runs at once.
   * Without a maximum, such a job waits until its time comes.
   */
  readonly longestWaitMs?: number;
  /** Time-out of a try, in ms. A longer try is aborted and counts as failed. Default: 5 minutes. */
  readonly deadlineMs?: number;
  /** Returns whether jobs of this kind must not run now. They stay due. */
  isHeld?(): Promise<boolean>;
  /**
   * Runs one try. Throws if it fails. The signal aborts when the lease is lost, at the time-out, and when the service stops.
   */
  run(job: ClaimedJob, signal: AbortSignal): Promise<JobOutcome>;
  /** Settles what waits for the job, after its last try has failed. Called until it succeeds, at most 10 times. */
  giveUp(job: ClaimedJob, error: string): Promise<void>;
}

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;

/** Returns the handlers of the kinds that a process claims, depending on its role in checks. */
export function handlersOf(checks: 'all' | 'none' | 'only', handlers: JobHandlers): JobHandlers {
  const { evaluate, ...others } = handlers;
  switch (checks) {
    case 'all':
      return handlers;
    case 'none':
      return others;
    case 'only':
      return evaluate ? { evaluate } : {};
    default:
      return assertNever(checks);
  }
}

export interface JobRunnerOptions {
  store: JobStore;
  handlers: JobHandlers;
  clock: Clock;
  logger: Logger;
  /** How long a dead process keeps its jobs, in ms. */
  leaseMs?: number;
  /** Returns the interval of checks for due jobs without a {@link JobQueue.wake}, in ms. */
  pollMs?: () => number;
  /** Returns a number from 0 to 1, which scatters retries. */
  random?: () => number;
  /** Called for each job that is given up. */
  observeGivenUp?: ((kind: JobKind) => void) | undefined;
}

/** Claims due jobs and runs them, several at a time. */
export interface JobRunner extends JobQueue {
  start(): void;
  /** The kinds that it claims. */
  readonly kinds: readonly JobKind[];
  /** Returns whether a job of a kind is running in this process. */
  isRunning(kind: JobKind): boolean;
  /** Claims no more jobs, lets running ones finish for `graceMs`, then aborts and releases them. */
  stop(graceMs: number): Promise<void>;
}

const defaultDeadlineMs = 5 * 60 * 1000;
/** Number of additional claims after the last try, in which `giveUp` may be repeated until it succeeds. */
const giveUpTries = 10;
const tooManyCutOffs = 'The process ended during too many attempts.';

/** A job between its claim and the storing of its result. */
interface RunningJob {
  readonly finished: Promise<void>;
  /** Aborted when the service stops before the job has finished. */
  readonly cutOff: AbortController;
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, clock, logger, leaseMs = 30_000, pollMs = () => 500, random = Math.random } = options;
  const handlers = Object.entries(options.handlers) as [JobKind, JobHandler][];
  const running = new Map<ClaimedJob, RunningJob>();
  let isCuttingOff = false;
  let state: 'idle' | 'started' | 'stopped' = 'idle';
  let checking: Promise<void> | null = null;
  /** Kinds that may have a due job or a free slot. */
  const toCheck = new Set<JobKind>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isStarted = () => state === 'started';

  function check(kinds: readonly JobKind[] = handlers.map(([kind]) => kind)): void {
    if (!isStarted()) return;
    for (const kind of kinds) toCheck.add(kind);
    checking ??= fillAll().finally(() => {
      checking = null;
      // Does not wait for the next poll after a wake that came too late for this round.
      if (isStarted()) timer = setTimeout(() => check(), toCheck.size > 0 ? 0 : pollMs());
    });
  }

  async function fillAll(): Promise<void> {
    clearTimeout(timer);
    try {
      while (toCheck.size > 0) {
        const wanted = handlers.filter(([kind]) => toCheck.has(kind));
        toCheck.clear();
        for (const [kind, handler] of await withDue(wanted)) await fill(kind, handler);
      }
    } catch (error) {
      toCheck.clear();
      logger.error('Looking for due jobs failed.', {}, error);
    }
  }

  async function withDue(wanted: typeof handlers): Promise<typeof handlers> {
    if (!store.dueKinds) return wanted;
    const kinds = wanted.map(([kind, { longestWaitMs }]) => ({
      kind,
      ...(longestWaitMs !== undefined && { longestWaitMs }),
    }));
    const due = await store.dueKinds(kinds, clock.now());
    return wanted.filter(([kind]) => due.includes(kind));
  }

  /** Claims jobs of a kind until its slots are taken or nothing is due. */
  async function fill(kind: JobKind, handler: JobHandler): Promise<void> {
    if (await handler.isHeld?.()) return;
    const laneLimit = (lane: string) => handler.laneLimit?.(lane) ?? handler.concurrency;
    while (isStarted()) {
      const ofKind = [...running.keys()].filter((job) => job.kind === kind);
      const limit = handler.concurrency - ofKind.length;
      if (limit <= 0) return;
      const now = clock.now();
      const lanes = countLanes(ofKind);
      const claimed = await store.claim({
        kind,
        now,
        leaseMs,
        limit,
        laneLimit,
        ...(handler.allocate && { allocator: handler.allocate(lanes) }),
        ...(handler.longestWaitMs !== undefined && { longestWaitMs: handler.longestWaitMs }),
        ...(handler.isLaneLimitShared && { isLaneLimitShared: true }),
        running: lanes,
      });
      if (claimed.length === 0) return;
      for (const job of claimed) begin(job, handler);
    }
  }

  function begin(job: ClaimedJob, handler: JobHandler): void {
    // One controller for each job, because signals derived from a longer-lived one would stay in memory as long as the process.
    const cutOff = new AbortController();
    if (isCuttingOff) cutOff.abort(stopReason());
    const finished = work(job, handler, cutOff.signal)
      .catch((error: unknown) => logger.error('Settling a job failed.', jobFacts(job), error))
      .then(() => {
        running.delete(job);
        // Checks only this kind: handlers call `wake` for jobs that they cause.
        check([job.kind]);
      });
    running.set(job, { finished, cutOff });
  }

  function cutOffAll(): void {
    isCuttingOff = true;
    for (const { cutOff } of running.values()) cutOff.abort(stopReason());
  }

  /** Runs a claimed job and stores its result. */
  async function work(job: ClaimedJob, handler: JobHandler, stopping: AbortSignal): Promise<void> {
    const lease = holdLease({ store, job, clock, leaseMs, logger });
    const deadline = startDeadline(handler.deadlineMs ?? defaultDeadlineMs);
    const signal = AbortSignal.any([lease.lost, deadline.signal, stopping]);
    try {
      if (hasNoTryLeft(job)) await giveUp(job, handler, signal);
      else await inSpan(`job ${job.kind}`, spanOf(job), () => attempt(job, handler, signal));
    } catch (error) {
      if (stopping.aborted) await store.release(job);
      else if (!lease.lost.aborted) await retryLater(job, error);
    } finally {
      lease.end();
      deadline.end();
    }
  }

  async function attempt(job: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void> {
    let outcome: JobOutcome;
    try {
      outcome = await orAborted(handler.run(job, signal), signal);
    } catch (error) {
      const isLastTry = job.tries >= job.maxTries && !isCuttingOff;
      // The next claim gives the job up, with a time-out of its own.
      if (isLastTry) return void (await store.retry(job, clock.now(), summarizeError(error)));
      throw error;
    }
    if (outcome === 'settled') return;
    await (outcome === 'done' ? store.complete(job) : store.postpone(job, outcome.againAt));
  }

  async function giveUp(job: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void> {
    const reason = job.tries > job.maxTries ? (job.lastError ?? tooManyCutOffs) : tooManyCutOffs;
    logger.error('A job was given up.', { ...jobFacts(job), reason });
    if (giveUpAttempts(job) <= giveUpTries) {
      await orAborted(handler.giveUp(job, reason), signal);
    }
    await store.abandon(job, clock.now(), reason);
    options.observeGivenUp?.(job.kind);
  }

  async function retryLater(job: ClaimedJob, error: unknown): Promise<void> {
    logger.warn('A job failed.', jobFacts(job), error);
    await store.retry(job, clock.now() + retryDelayMs(job.tries, random()), summarizeError(error));
  }

  const spanOf = ({ subjectId, tries }: ClaimedJob) => ({
    attributes: { 'job.subject': subjectId, 'job.try': tries },
    // Starts a trace of its own, because the request that woke the runner may be another account's.
    isRoot: true,
  });

  return {
    wake: () => check(),
    kinds: handlers.map(([kind]) => kind),
    isRunning: (kind) => [...running.keys()].some((job) => job.kind === kind),
    start() {
      if (state === 'idle') state = 'started';
      check();
    },
    async stop(graceMs) {
      state = 'stopped';
      clearTimeout(timer);
      const grace = setTimeout(cutOffAll, graceMs);
      await checking;
      await Promise.all([...running.values()].map(({ finished }) => finished));
      clearTimeout(grace);
    },
  };
}

function stopReason(): Error {
  return new Error('The service is stopping.');
}

/** Maximum number of interrupted tries. A process may die for many reasons, but must not die of the same job forever. */
function maxCutOffs({ maxTries }: ClaimedJob): number {
  return 2 * maxTries;
}

/** Returns whether a job has no try left and must be given up. */
function hasNoTryLeft(job: ClaimedJob): boolean {
  return job.tries > job.maxTries || job.cutOffs >= maxCutOffs(job);
}

/** Returns how many claims, including the current one, found the job without a try left. */
function giveUpAttempts(job: ClaimedJob): number {
  return Math.max(0, job.tries - job.maxTries) + Math.max(0, job.cutOffs - maxCutOffs(job) + 1);
}

/** Creates a signal that aborts after a time. Unlike `AbortSignal.timeout`, it leaves no timer behind. */
function startDeadline(ms: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`The attempt took longer than ${ms} ms.`)), ms);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

function countLanes(jobs: readonly ClaimedJob[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lane } of jobs) {
    if (lane !== null) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  }
  return counts;
}

function jobFacts(job: ClaimedJob) {
  return { job: job.id, kind: job.kind, subject: job.subjectId, tries: job.tries, cutOffs: job.cutOffs };
}
