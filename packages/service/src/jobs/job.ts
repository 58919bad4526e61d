/** Kinds of work that the service does on its own, and the subject of each. */
export const jobKinds = [
  /** Evaluate the captures of a check (subject: the check). */
  'evaluate',
  /** Deliver a webhook (subject: the delivery). */
  'deliver',
  /** Hold, requeue or remove the deliveries of an endpoint, some at a time (subject: the endpoint). */
  'arrange',
  /** End an execution whose time is over (subject: the execution). */
  'expire',
  /** Walk an execution over nodes that need no user (subject: the execution). */
  'run',
  /** Make sample data, a step at a time (subject: the account). */
  'sample',
  /** Remove what nobody needs any more, again and again (subject: the chore). */
  'housekeep',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** For a job that is never given up: what hinders it today may be mended tomorrow. */
export const endlessTries = 1_000_000_000;

/** Anything that JSON can say. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** Work to be stored, in the same transaction as the change it follows from. */
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
  /** The try that this claim begins, from 1; those that were cut off do not count. */
  readonly tries: number;
  readonly maxTries: number;
  /** How many tries ended because the process did. */
  readonly cutOffs: number;
  readonly leaseToken: string;
  /** Why the last try that failed did; null when none has. */
  readonly lastError: string | null;
}

/** Deals out the places that are free at a moment, one after the other. */
export interface LaneDeal {
  /** How many must stay free when a lane with so many jobs running takes one more; `Infinity`: it may not. */
  mustLeave(lane: string, running: number): number;
  /** A lane with so many jobs running takes one more. */
  take(lane: string, running: number): void;
  /**
   * Picks the lane that takes one job now, of those with due jobs and places, the longest due first. Without it all of them are
   * asked, and the longest due jobs taken.
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
  /** Deals out `limit` among the lanes; without it whoever is due first takes. */
  deal?: LaneDeal;
  /** A job that would wait longer is due: a clock that was ahead planned it. */
  longestWaitMs?: number;
  /** How many jobs of each lane the process runs already. */
  running: ReadonlyMap<string, number>;
  /** Whether `laneLimit` is one limit for all instances, so that the store counts what others run. */
  isLaneLimitShared?: boolean;
  /** How many jobs of each lane other instances run; filled in by the store. */
  runningElsewhere?: ReadonlyMap<string, number>;
}

/** A kind of jobs as a poll asks for it. */
export type PolledKind = Pick<JobClaim, 'kind' | 'longestWaitMs'>;

/**
 * Store of jobs. A claim gives one holder a job until the lease ends; every other call names the claim, and answers false without
 * any effect when the lease was lost to another holder.
 */
export interface JobStore {
  /** Takes due jobs, the longest due first, and counts a try for each; one whose lease ran out was cut off. */
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
   * Ends the leases of processes that are gone, whose tries were cut off: all leases, at the start of the only process of a
   * database, else those of instances that are gone or have said goodbye.
   *
   * @param waitMs how long a job waits that was cut off so many times.
   * @returns how many there were.
   */
  endLeases(now: number, waitMs: (cutOffs: number) => number): Promise<number>;
  /**
   * Ends the leases of this process that ran out, where several share the database: the reply to the claim was lost, or the lease
   * could not be renewed and its work was stopped. The parameters are those of {@link endLeases}.
   */
  endOwnLeases?(now: number, waitMs: (cutOffs: number) => number): Promise<number>;
  /** When the job of a kind that is due longest, and that nobody holds, fell due; null: none is due. */
  oldestDue(kind: JobKind, now: number): Promise<number | null>;
  /** Stores a job in place of those of its kind and subject; called while no process runs them. */
  restart(job: NewJob, now: number): Promise<void>;
  /** Stores a job unless there is one of its kind and subject. */
  plan(job: NewJob, now: number): Promise<void>;
}

/** Lets the runner know that a job may have become due, after the commit that stored it. */
export interface JobQueue {
  wake(): void;
}
