import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { OrphanHold } from '../../executions/steps/remove-orphans.ts';

export interface HoldReads {
  /** Returns media without a capture that wait for an operator's confirmation; null: none. */
  orphans(): Promise<OrphanHold | null>;
}

export interface HoldTransaction {
  /** The last trusted time, in ms since 1970; null: none is stored. */
  trustedAt(): Promise<number | null>;
  confirmClock(now: number): Promise<void>;
  /** Allows the next round to remove the media that wait. */
  confirmOrphans(now: number): Promise<void>;
  /** Returns since when webhooks are held, in ms since 1970; null: they are not held. */
  deliveriesHeldAt(): Promise<number | null>;
  holdDeliveries(now: number): Promise<void>;
  /** Releases held webhooks. @returns since when they were held, in ms since 1970; null: they were not held. */
  releaseDeliveries(): Promise<number | null>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of work that waits for an operator's confirmation. */
export interface HoldStore extends HoldReads {
  /** Commits all of the work, or none. */
  transact<Result>(work: (transaction: HoldTransaction) => Promise<Result>): Promise<Result>;
}
