import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { OrphanHold } from '../../executions/steps/remove-orphans.ts';

export interface HoldReads {
  /** Media without a capture that wait for an operator; null: none waits. */
  orphans(): Promise<OrphanHold | null>;
}

export interface HoldTransaction {
  /** The last trusted time, in ms since 1970; null: none is stored. */
  trustedAt(): Promise<number | null>;
  confirmClock(now: number): Promise<void>;
  /** Lets the next round remove the media that wait. */
  confirmOrphans(now: number): Promise<void>;
  /** Since when webhooks are held, in ms since 1970; null: they are not. */
  deliveriesHeldAt(): Promise<number | null>;
  holdDeliveries(now: number): Promise<void>;
  /** Lets webhooks go. @returns since when they were held; null: they were not. */
  releaseDeliveries(): Promise<number | null>;
  /** Adds an act to the audit trail. */
  record(act: NewAuditEvent): Promise<void>;
}

/** Store of work that waits until an operator confirms it. */
export interface HoldStore extends HoldReads {
  /** Commits all of the work, or none. */
  transact<Result>(work: (transaction: HoldTransaction) => Promise<Result>): Promise<Result>;
}
