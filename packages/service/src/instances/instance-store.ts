/** Interval of heartbeats of a process that shares the database. */
export const heartbeatEveryMs = 2000;

/**
 * Time without a heartbeat after which an instance counts as stopped and its leases end. Longer than a lease that is not
 * renewed.
 */
export const goneAfterMs = 20_000;

/**
 * Length of a lease if several processes share the database. A process that cannot renew a lease stops its work when the lease
 * ends.
 */
export const sharedLeaseMs = 15_000;

/**
 * Which work an instance does: `all`: checks and everything else; `none`: everything except checks; `only`: nothing but checks.
 */
export const checksRoles = ['all', 'none', 'only'] as const;
export type ChecksRole = (typeof checksRoles)[number];

/** State of the instances, as found by a heartbeat. */
export interface Beat {
  /** False if the other instances considered this one stopped and ended its leases. */
  readonly isKnown: boolean;
  /** Number of other instances that have stopped, plus the number of leases of unknown instances. */
  readonly gone: number;
  /** Number of expired leases of this instance. Nobody works on their jobs any longer. */
  readonly forgotten: number;
}

/** This process as one of several that share the database. All times are by the clock of the database. */
export interface InstanceStore {
  /** Id of this instance. */
  readonly id: string;
  join(checks?: ChecksRole): Promise<void>;
  /**
   * Stores a heartbeat of this instance.
   *
   * @param now - time by the clock with which its leases are stored.
   */
  beat(now: number): Promise<Beat>;
  /** Removes an instance that is known to have ended. Its leases then count as those of a stopped instance. */
  forget(id: string): Promise<void>;
  /**
   * Removes instances that have stopped.
   *
   * @returns the number of removed instances.
   */
  removeGone(): Promise<number>;
  /** Returns whether no other instance is running. */
  isAlone(): Promise<boolean>;
  /** Returns whether a running instance carries out checks. */
  isChecking(): Promise<boolean>;
  /** Removes this instance, which frees its jobs at once. */
  leave(): Promise<void>;
}
