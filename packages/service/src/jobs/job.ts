/** Kinds of work that the service does on its own, and the subject of each. */
export const jobKinds = [
  /** Evaluate the captures of a check (subject: the check). */
  'evaluate',
  /** Deliver a webhook (subject: the delivery). */
  'deliver',
  /** Hold, requeue or remove the deliveries of an endpoint, some at a time (subject: the endpoint). */
  'arrange',
  /** Expires an execution (subject: the execution). */
  'expire',
  /** Walk an execution over nodes that need no user (subject: the execution). */
  'run',
  /** Make sample data, a step at a time (subject: the account). */
  'sample',
  /** Runs a chore of housekeeping repeatedly (subject: the chore). */
  'housekeep',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** Tries of a job that is never given up, because its obstacle may be removed later. */
export const endlessTries = 1_000_000_000;

/** Anything that JSON can say. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** A job to store in the transaction of the change that it follows from. */
export interface NewJob {
  kind: JobKind;
  subjectId: string;
  /** Jobs of one lane share a limit of how many run at a time; without one there is no such limit. */
  lane?: string;
  payload?: JsonValue;
  /** Not before this time. */
  dueAt: number;
  /**
   * How many tries may fail before the job is given up; 5 by default. A process that dies is seldom the job's fault: twice
   * as many tries may be cut off.
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
  /** Number of this try, from 1; interrupted tries do not count. */
  readonly tries: number;
  readonly maxTries: number;
  /** How many tries ended because the process did. */
  readonly cutOffs: number;
  readonly leaseToken: string;
  /** Error of the last failed try; null if none failed. */
  readonly lastError: string | null;
}

/** Deals out the places that are free at a moment, one after the other. */
export interface LaneDeal {
  /** Places that must stay free if a lane with `running` jobs takes another; `Infinity`: it may not. */
  mustLeave(lane: string, running: number): number;
  /** Records that a lane with `running` jobs takes another. */
  take(lane: string, running: number): void;
  /**
   * Picks the lane that takes the next job, from those with due jobs and places, longest due first. Without it, all lanes are
   * queried and the longest due jobs taken.
   */
  next?(lanes: readonly string[]): string | undefined;
}

/** Filter for the jobs that a process claims. */
export interface JobClaim {
  kind: JobKind;
  now: number;
  leaseMs: number;
  limit: number;
  /** How many jobs of a lane may run at a time. */
  laneLimit(lane: string): number;
  /** Distributes `limit` among the lanes; without it, the longest due job gets the next place. */
  deal?: LaneDeal;
  /** A job that would wait longer is due: a clock that was ahead planned it. */
  longestWaitMs?: number;
  /** How many jobs of each lane the process runs already. */
  running: ReadonlyMap<string, number>;
  /** True if `laneLimit` is one limit for all instances; the store then counts the jobs that other instances run. */
  isLaneLimitShared?: boolean;
  /** How many jobs of each lane other instances run; filled in by the store. */
  runningElsewhere?: ReadonlyMap<string, number>;
}

/** A kind of jobs as a poll asks for it. */
export type PolledKind = Pick<JobClaim, 'kind' | 'longestWaitMs'>;

/**
 * Stores jobs. A claim gives a job to one holder until its lease ends. Every other call names the claim; it returns false and has
 * no effect if the lease was lost to another holder.
 */
export interface JobStore {
  /** Claims due jobs, longest due first, and counts a try for each. A job with an expired lease was interrupted. */
  claim(claim: JobClaim): Promise<ClaimedJob[]>;
  /** Finds the kinds that have claimable jobs, in one query. Missing if a claim that finds nothing is cheap. */
  dueKinds?(kinds: readonly PolledKind[], now: number): Promise<JobKind[]>;
  /** Holds the job until `leaseUntil`. */
  renew(job: ClaimedJob, leaseUntil: number): Promise<boolean>;
  /** The job is done and forgotten. */
  complete(job: ClaimedJob): Promise<boolean>;
  /** The try went well and there is more to do later: tries count from 0 again. */
  postpone(job: ClaimedJob, dueAt: number): Promise<boolean>;
  /** The try failed; the next may begin at `dueAt`. */
  retry(job: ClaimedJob, dueAt: number, error: string): Promise<boolean>;
  /** Gives the job back as if it had not been claimed. */
  release(job: ClaimedJob): Promise<boolean>;
  /** No try is left: the job stays to be seen and is not claimed again. */
  abandon(job: ClaimedJob, now: number, error: string): Promise<boolean>;
  /**
   * Ends the leases of dead processes, whose tries were interrupted: all leases at the start of a database's only process,
   * otherwise those of instances that are gone or have stopped.
   *
   * @param waitMs returns how long a job waits after so many interruptions.
   * @returns how many there were.
   */
  endLeases(now: number, waitMs: (cutOffs: number) => number): Promise<number>;
  /**
   * Ends expired leases of this process, if several share the database: the reply to the claim was lost, or the lease could not
   * be renewed and its work was stopped. Parameters as for {@link endLeases}.
   */
  endOwnLeases?(now: number, waitMs: (cutOffs: number) => number): Promise<number>;
  /** Finds the due time of the longest due, unclaimed job of a kind; null: none. */
  oldestDue(kind: JobKind, now: number): Promise<number | null>;
  /** Replaces the jobs of its kind and subject; only called while no process runs them. */
  restart(job: NewJob, now: number): Promise<void>;
  /** Stores a job unless there is one of its kind and subject. */
  plan(job: NewJob, now: number): Promise<void>;
}

/** Informs the runner, after a commit, that a job may be due. */
export interface JobQueue {
  wake(): void;
}
