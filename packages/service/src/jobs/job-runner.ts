import { assertNever } from '@vendor/contract/assert-never';
import type { Clock } from '../clock.ts';
import { type Logger, summarizeError } from '../logging/logger.ts';
import { orAborted } from '../or-aborted.ts';
import { inSpan } from '../tracing/spans.ts';
import type { ClaimedJob, JobKind, JobQueue, JobStore, LaneDeal } from './job.ts';
import { holdLease } from './lease.ts';
import { retryDelayMs } from './retry-delay.ts';

/**
 * `done`: the job is deleted. `againAt`: it succeeded and runs again at that time. `settled`: the handler has stored one of the
 * two in its own transaction.
 */
export type JobOutcome = 'done' | 'settled' | { readonly againAt: number };

/**
 * Runs the jobs of one kind. A job may run again although it was done, if the process died before that was stored. So a handler
 * checks first whether its work is still needed, and changes state in one transaction.
 */
export interface JobHandler {
  /** How many run at a time in this process. */
  readonly concurrency: number;
  /** How many of one lane run at a time; as many as `concurrency` by default. */
  laneLimit?(lane: string): number;
  /** Whether `laneLimit` is one limit for all instances of the service; by default each has it for itself. */
  readonly isLaneLimitShared?: boolean;
  /**
   * Distributes the free places among the lanes; without it, the longest due job gets the next place.
   *
   * @param running - running jobs of each lane.
   */
  deal?(running: ReadonlyMap<string, number>): LaneDeal;
  /**
   * Longest wait of a job of this kind. A longer one was planned by a clock that was ahead and has been corrected, so the job
   * runs at once. Without it, such a job waits until that time comes.
   */
  readonly longestWaitMs?: number;
  /** A try that lasts longer is aborted and counts as failed; 5 minutes by default. */
  readonly deadlineMs?: number;
  /** Whether no job of the kind is to be run now; they stay due. */
  isHeld?(): Promise<boolean>;
  /** Runs one try; it fails by throwing. The signal aborts when the lease is lost, at the deadline and when the service stops. */
  run(job: ClaimedJob, signal: AbortSignal): Promise<JobOutcome>;
  /** Called, until it succeeds, once no try is left: settles what waits for the job. */
  giveUp(job: ClaimedJob, error: string): Promise<void>;
}

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;

/** The handlers of the jobs that a process with such a part in checks claims. */
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
  /** Time for which a dead process keeps its jobs. */
  leaseMs?: number;
  /** Interval of checks for due jobs without a {@link JobQueue.wake}. */
  pollMs?: () => number;
  /** From 0 to 1; scatters retries. */
  random?: () => number;
  /** Called for each job that was given up. */
  observeGivenUp?: ((kind: JobKind) => void) | undefined;
}

/** Claims due jobs and runs them, some at a time. */
export interface JobRunner extends JobQueue {
  start(): void;
  /** The kinds that it claims. */
  readonly kinds: readonly JobKind[];
  /** Whether a job of a kind is running in this process. */
  isRunning(kind: JobKind): boolean;
  /** Claims no more jobs, lets running ones finish for `graceMs`, then aborts and releases them. */
  stop(graceMs: number): Promise<void>;
}

const defaultDeadlineMs = 5 * 60 * 1000;
/** Past its last try a job gets this many more chances to be given up in order. */
const giveUpTries = 10;
const diedTooOften = 'The process ended in too many tries.';

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
  let looking: Promise<void> | null = null;
  /** The kinds that something may have fallen due of, or a place become free. */
  const toLookAt = new Set<JobKind>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isStarted = () => state === 'started';

  function look(kinds: readonly JobKind[] = handlers.map(([kind]) => kind)): void {
    if (!isStarted()) return;
    for (const kind of kinds) toLookAt.add(kind);
    looking ??= fillAll().finally(() => {
      looking = null;
      // A wake that came too late for the last round of looking must not wait for the poll.
      if (isStarted()) timer = setTimeout(() => look(), toLookAt.size > 0 ? 0 : pollMs());
    });
  }

  async function fillAll(): Promise<void> {
    clearTimeout(timer);
    try {
      while (toLookAt.size > 0) {
        const wanted = handlers.filter(([kind]) => toLookAt.has(kind));
        toLookAt.clear();
        for (const [kind, handler] of await withDue(wanted)) await fill(kind, handler);
      }
    } catch (error) {
      toLookAt.clear();
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

  /** Claims until the kind's places are taken or nothing is due. */
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
        ...(handler.deal && { deal: handler.deal(lanes) }),
        ...(handler.longestWaitMs !== undefined && { longestWaitMs: handler.longestWaitMs }),
        ...(handler.isLaneLimitShared && { isLaneLimitShared: true }),
        running: lanes,
      });
      if (claimed.length === 0) return;
      for (const job of claimed) begin(job, handler);
    }
  }

  function begin(job: ClaimedJob, handler: JobHandler): void {
    // One for each job, because signals derived from a longer-lived one would stay in memory as long as the process.
    const cutOff = new AbortController();
    if (isCuttingOff) cutOff.abort(stopReason());
    const finished = work(job, handler, cutOff.signal)
      .catch((error: unknown) => logger.error('Settling a job failed.', facts(job), error))
      .then(() => {
        running.delete(job);
        // Jobs that followed from it were announced by their own wake.
        look([job.kind]);
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
      if (isUsedUp(job)) await giveUp(job, handler, signal);
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
      // The claim after this one gives the job up, under a deadline of its own.
      if (isLastTry) return void (await store.retry(job, clock.now(), summarizeError(error)));
      throw error;
    }
    if (outcome === 'settled') return;
    await (outcome === 'done' ? store.complete(job) : store.postpone(job, outcome.againAt));
  }

  async function giveUp(job: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void> {
    const reason = job.tries > job.maxTries ? (job.lastError ?? diedTooOften) : diedTooOften;
    logger.error('A job is given up.', { ...facts(job), reason });
    if (chancesTaken(job) <= giveUpTries) {
      await orAborted(handler.giveUp(job, reason), signal);
    }
    await store.abandon(job, clock.now(), reason);
    options.observeGivenUp?.(job.kind);
  }

  async function retryLater(job: ClaimedJob, error: unknown): Promise<void> {
    logger.warn('A job failed.', facts(job), error);
    await store.retry(job, clock.now() + retryDelayMs(job.tries, random()), summarizeError(error));
  }

  const spanOf = ({ subjectId, tries }: ClaimedJob) => ({
    attributes: { 'job.subject': subjectId, 'job.try': tries },
    // Starts a trace of its own, because the request that woke the runner may be another account's.
    isRoot: true,
  });

  return {
    wake: () => look(),
    kinds: handlers.map(([kind]) => kind),
    isRunning: (kind) => [...running.keys()].some((job) => job.kind === kind),
    start() {
      if (state === 'idle') state = 'started';
      look();
    },
    async stop(graceMs) {
      state = 'stopped';
      clearTimeout(timer);
      const grace = setTimeout(cutOffAll, graceMs);
      await looking;
      await Promise.all([...running.values()].map(({ finished }) => finished));
      clearTimeout(grace);
    },
  };
}

function stopReason(): Error {
  return new Error('The service is stopping.');
}

/** Number of tries that may be cut off. A process may die for many reasons, but must not die of the same job forever. */
function mostCutOffs({ maxTries }: ClaimedJob): number {
  return 2 * maxTries;
}

/** Whether the job is only to be given up. */
function isUsedUp(job: ClaimedJob): boolean {
  return job.tries > job.maxTries || job.cutOffs >= mostCutOffs(job);
}

/** How many claims, this one included, found the job used up. */
function chancesTaken(job: ClaimedJob): number {
  return Math.max(0, job.tries - job.maxTries) + Math.max(0, job.cutOffs - mostCutOffs(job) + 1);
}

/** A signal that aborts in time. Unlike `AbortSignal.timeout` it leaves no timer behind. */
function startDeadline(ms: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`The try lasted longer than ${ms} ms.`)), ms);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

function countLanes(jobs: readonly ClaimedJob[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lane } of jobs) {
    if (lane !== null) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  }
  return counts;
}

function facts(job: ClaimedJob) {
  return { job: job.id, kind: job.kind, subject: job.subjectId, tries: job.tries, cutOffs: job.cutOffs };
}
