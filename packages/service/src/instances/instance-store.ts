/** A process that shares the database shows so often that it is there. */
export const heartbeatEveryMs = 2000;

/** One that has not shown itself for so long is gone, and its leases end. Longer than a lease lasts that nobody renews. */
export const goneAfterMs = 20_000;

/** How long a lease lasts in a process that cannot renew it, where several share the database: it stops its work then. */
export const sharedLeaseMs = 15_000;

/** Which checks an instance carries out: `all` besides all else, `none` but all else, `only` checks and nothing else. */
export const checksRoles = ['all', 'none', 'only'] as const;
export type ChecksRole = (typeof checksRoles)[number];

/** The other instances, as a heartbeat finds them. */
export interface Beat {
  /** False: the others took this one for gone, and have ended its leases. */
  readonly isKnown: boolean;
  /** How many others are gone, and how many leases are of instances that nobody knows any more. */
  readonly gone: number;
  /** How many leases of this instance ran out: nobody works on these jobs, or this instance has stopped to. */
  readonly forgotten: number;
}

/** This process among those that share the database. All times are by the clock of the database. */
export interface InstanceStore {
  /** Id of this instance. */
  readonly id: string;
  join(checks?: ChecksRole): Promise<void>;
  /** Shows that this instance is there. @param now - by the clock that its leases are written with. */
  beat(now: number): Promise<Beat>;
  /** Forgets an instance that is known to have ended: its leases are those of one that is gone. */
  forget(id: string): Promise<void>;
  /** Forgets instances that are gone. @returns how many they were. */
  removeGone(): Promise<number>;
  /** Whether no other instance is there. */
  isAlone(): Promise<boolean>;
  /** Whether an instance is there that carries out checks. */
  isChecking(): Promise<boolean>;
  /** Says goodbye: whatever this instance still holds is free at once. */
  leave(): Promise<void>;
}
