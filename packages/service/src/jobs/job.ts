/** Kinds of jobs, with the subject of each. */
export const jobKinds = [
  /** Evaluates the captures of a check (subject: the check). */
  'evaluate',
  /** Delivers a webhook (subject: the delivery). */
  'deliver',
  /** Holds, requeues or removes the deliveries of an endpoint, in batches (subject: the endpoint). */
  'arrange',
  /** Expires an execution (subject: the execution). */
  'expire',
  /** Walks an execution over nodes that need no user (subject: the execution). */
  'run',
  /** Makes sample data, one step at a time (subject: the account). */
  'sample',
  /** Runs a housekeeping chore repeatedly (subject: the chore). */
  'housekeep',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** Maximum number of tries of a job that is never given up, because its obstacle may be removed later. */
export const endlessTries = 1_000_000_000;

/** Any JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** A job to store in the transaction of the change that causes it. */
export interface NewJob {
  kind: JobKind;
  subjectId: string;
  /** Jobs of one lane share a limit of how many run at a time. Without a lane, there is no such limit. */
  lane?: string;
  payload?: JsonValue;
  /** Earliest time of the first try. */
  dueAt: number;
  /**
   * Number of failed tries after which the job is given up. Default: 5. Twice as many tries may be interrupted, because the job
   * is rarely the reason why a process dies.
   */
  maxTries?: number;
}

/** A job that this process holds until its lease ends. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly subjectId: string;
  readonly lane: string | null;
  readonly payload: JsonValue;
  /** Number of this try, from 1. Interrupted tries do not count. */
  readonly tries: number;
  readonly maxTries: number;
  /** Number of tries that ended because the process did. */
  readonly cutOffs: number;
  readonly leaseToken: string;
  /** Error of the last failed try; null if none failed. */
  readonly lastError: string | null;
}

/** Allocates the slots that are free at a moment to lanes, one after the other. */
export interface SlotAllocator {
  /** Returns how many slots must stay free if a lane with `running` jobs gets another one; `Infinity`: it may not get one. */
  mustLeave(lane: string, running: number): number;
  /** Records that a lane with `running` jobs gets another one. */
  take(lane: string, running: number): void;
  /**
   * Returns the lane that gets the next job. `lanes` have due jobs and free slots, longest due first. Without this method, all
   * lanes are queried, and the longest due jobs are taken.
   */
  next?(lanes: readonly string[]): string | undefined;
}

/** Filter for the jobs that a process claims. */
export interface JobClaim {
  kind: JobKind;
  now: number;
  leaseMs: number;
  limit: number;
  /** Returns the maximum number of jobs of a lane that run at a time. */
  laneLimit(lane: string): number;
  /** Distributes `limit` among the lanes. Default: the longest due job gets the next slot. */
  allocator?: SlotAllocator;
  /** Maximum wait. A job with a longer wait is due, because it was scheduled while the clock was ahead. */
  longestWaitMs?: number;
  /** Number of jobs of each lane that the process is already running. */
  running: ReadonlyMap<string, number>;
  /** True if all instances share `laneLimit`. The store then counts the jobs that other instances run. */
  isLaneLimitShared?: boolean;
  /** Number of jobs of each lane that other instances run; set by the store. */
  runningElsewhere?: ReadonlyMap<string, number>;
}

/** A kind of jobs in a poll. */
export type PolledKind = Pick<JobClaim, 'kind' | 'longestWaitMs'>;

/**
 * Stores jobs. A claim gives a job to one holder until its lease ends. The other calls name the claim; they return false and
 * have no effect if the lease was lost to another holder.
 */
export interface JobStore {
  /**
   * Claims due jobs, longest due first, and counts a try for each. If a job has an expired lease, its last try counts as
   * interrupted.
   */
  claim(claim: JobClaim): Promise<ClaimedJob[]>;
  /** Returns the kinds that have claimable jobs, in one query. Omitted if a claim that finds nothing is cheap. */
  dueKinds?(kinds: readonly PolledKind[], now: number): Promise<JobKind[]>;
  /** Extends the lease of a job to `leaseUntil`. */
  renew(job: ClaimedJob, leaseUntil: number): Promise<boolean>;
  /** Removes a finished job. */
  complete(job: ClaimedJob): Promise<boolean>;
  /** Schedules a job again after a successful try. Its tries count from 0 again. */
  postpone(job: ClaimedJob, dueAt: number): Promise<boolean>;
  /** Releases a job after a failed try. The next try may begin at `dueAt`. */
  retry(job: ClaimedJob, dueAt: number, error: string): Promise<boolean>;
  /** Releases a job as if it had not been claimed. */
  release(job: ClaimedJob): Promise<boolean>;
  /** Gives a job up after its last try. It stays visible, but is not claimed again. */
  abandon(job: ClaimedJob, now: number, error: string): Promise<boolean>;
  /**
   * Ends the leases of dead processes, whose tries were interrupted: all leases if the database has only this process, which
   * has just started; otherwise those of instances that have stopped.
   *
   * @param waitMs - returns how long a job waits after so many interruptions, in ms.
   * @returns the number of freed jobs.
   */
  endLeases(now: number, waitMs: (cutOffs: number) => number): Promise<number>;
  /**
   * Ends expired leases of this process, if several share the database: the reply to the claim was lost, or the lease could not
   * be renewed and its work was stopped. Parameters as in {@link JobStore.endLeases}.
   */
  endOwnLeases?(now: number, waitMs: (cutOffs: number) => number): Promise<number>;
  /** Returns the due time of the longest due, unclaimed job of a kind; null if there is none. */
  oldestDue(kind: JobKind, now: number): Promise<number | null>;
  /** Replaces the jobs of the same kind and subject. Call it only while no process runs them. */
  restart(job: NewJob, now: number): Promise<void>;
  /** Stores a job unless there is one of the same kind and subject. */
  plan(job: NewJob, now: number): Promise<void>;
}

/** Wakes the runner, after a commit, because a job may be due. */
export interface JobQueue {
  wake(): void;
}
