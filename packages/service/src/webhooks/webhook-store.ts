import type { WebhookDeliveryState, WebhookEvent } from '@vendor/contract';
import type { Actor } from '../access/actor.ts';
import type { AuditChanges } from '../audit/audit-event.ts';
import type { ClaimedJob } from '../jobs/job.ts';
import type { TransactionLocks } from '../transaction-locks.ts';
import type { LoggedAttempt } from './delivery/delivery-log.ts';
import type { EndpointHealth } from './endpoints/endpoint-health.ts';
import type { FrozenExecution } from './freeze-event.ts';

/** An event about an execution. */
export interface StoredEvent {
  readonly id: string;
  readonly executionId: string;
  readonly event: WebhookEvent;
  /** Position among the events of its execution, from 1. */
  readonly sequence: number;
  readonly emittedAt: number;
  readonly frozen: FrozenExecution;
}

/** Endpoint to which the events of an account are sent. */
export interface StoredEndpoint extends EndpointHealth {
  readonly id: string;
  readonly url: string;
  /** The endpoint's data key, encrypted with the master key. */
  readonly wrappedKey: Uint8Array;
  /** Its secrets, encrypted with that data key. */
  readonly sealedSecrets: Uint8Array;
  /** Same as in {@link EndpointQueue}. */
  readonly gatheringUntil: number | null;
}

/** Changes to an endpoint; undefined members stay unchanged. */
export interface EndpointChange {
  /** Must have passed `faultOfEndpointUrl`. */
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
}

/** An endpoint before a change, and whether its address changed. */
export interface ChangedEndpoint {
  /** Whether the address has changed. */
  readonly isMoved: boolean;
  readonly before: { readonly url: string; readonly events: readonly WebhookEvent[] };
}

/** State of an endpoint that determines what happens to its deliveries. */
export interface EndpointQueue {
  readonly disabledAt: number | null;
  /**
   * Time of disabling: pending deliveries created until then are still being held; null if none is left to hold. The endpoint
   * can be resumed before that.
   */
  readonly gatheringUntil: number | null;
  /** Time of removal; null if it was not removed. */
  readonly removedAt: number | null;
}

/** One event on its way to one endpoint. */
export interface StoredDelivery {
  readonly id: string;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly createdAt: number;
  /** Time of the next attempt; null if none is scheduled. */
  readonly nextAt: number | null;
  /** Time of the first arrival, even if the event was sent again since; null if it never arrived. */
  readonly firstDeliveredAt: number | null;
  readonly event: StoredEvent;
  readonly endpoint: StoredEndpoint;
}

export interface DeliveryChanges {
  readonly state?: WebhookDeliveryState;
  readonly attempts?: number;
  readonly nextAt?: number | null;
  readonly lastStatus?: number | null;
  readonly lastError?: string | null;
  readonly deliveredAt?: number | null;
  readonly firstDeliveredAt?: number;
  readonly undeliveredAt?: number | null;
}

/** Claim under which an attempt is made. */
export type DeliveryClaim = Pick<ClaimedJob, 'id' | 'subjectId' | 'leaseToken'>;

/** Reply to a call with an idempotency key, stored together with the changes of the call. */
export interface ReplyToKeep {
  readonly id: string;
  readonly executionId: string;
  readonly requestHash: string;
  readonly sealedReply: Uint8Array;
  readonly expiresAt: number;
}

/** Act of somebody who manages webhooks. */
export interface WebhookAct {
  readonly actor: Actor;
  readonly act: `endpoint.${'change' | 'disable' | 'remove' | 'resume'}` | 'delivery.redeliver';
  /** Id of the endpoint, or of the delivery. */
  readonly id: string;
  readonly at: number;
  readonly changes?: AuditChanges;
}

/** Operations within one transaction. */
export interface WebhookTransaction {
  /**
   * Returns whether a claim still holds its job: no other process has taken it, and it was not deleted. Must be called in the
   * transaction that writes, so that a process whose lease expired while it was paused does not interfere with the next holder.
   */
  holds(claim: DeliveryClaim): Promise<boolean>;
  /**
   * Returns the time at which the job of a claim is due, which may have been postponed since it was claimed; null if the claim
   * no longer holds the job.
   */
  findDue(claim: DeliveryClaim): Promise<number | null>;
  /** Deletes the job of a claim that still holds it. */
  completeJob(claim: DeliveryClaim): Promise<void>;
  /** Releases the job until the given time, and resets its number of tries. */
  postponeJob(claim: DeliveryClaim, dueAt: number): Promise<void>;
  /** Keeps the job as one that is never claimed again. */
  abandonJob(claim: DeliveryClaim, now: number, error: string): Promise<void>;
  /** Adds an attempt to the log. */
  logAttempt(attempt: LoggedAttempt): Promise<void>;
  /** Finds a delivery; null also if its endpoint was removed. */
  findDelivery(id: string): Promise<StoredDelivery | null>;
  updateDelivery(id: string, changes: DeliveryChanges): Promise<void>;
  /** Returns the health of an endpoint; null if it does not exist or was removed. */
  findHealth(endpointId: string): Promise<EndpointHealth | null>;
  updateEndpoint(id: string, health: EndpointHealth): Promise<void>;
  /** Returns the revision of an endpoint; null if it does not exist or was removed. */
  findRevision(endpointId: string): Promise<number | null>;
  /** Changes the address or events of an endpoint. */
  changeEndpoint(id: string, change: EndpointChange): Promise<ChangedEndpoint>;
  /** Returns the queue state of an endpoint, also if it was removed; null if it does not exist. */
  findQueue(endpointId: string): Promise<EndpointQueue | null>;
  changeQueue(endpointId: string, changes: Partial<Omit<EndpointQueue, 'disabledAt'>>): Promise<void>;
  /**
   * Holds pending deliveries of an endpoint that were created until a given time, and deletes their jobs. A job that is claimed
   * stays, so that only its holder stores the result of the attempt in progress.
   *
   * @param until - null: whenever they were created.
   * @returns the number of deliveries, at most `limit`.
   */
  holdPending(endpointId: string, until: number | null, limit: number): Promise<number>;
  /**
   * Makes the oldest held deliveries of an endpoint pending, with no attempts counted, and stores a job for each that has none
   * in progress. The oldest is due at `dueAt`, each further one `spacingMs` after the one before.
   *
   * @returns the number of deliveries, at most `limit`.
   */
  requeueHeld(endpointId: string, dueAt: number, spacingMs: number, limit: number): Promise<number>;
  /**
   * Keeps events from adding deliveries to a removed endpoint until the transaction ends. Call it before `removeDeliveries`,
   * which then finds all.
   *
   * @returns false if an event that is being stored may still add one; nothing is locked then.
   */
  closeQueue(endpointId: string): Promise<boolean>;
  /** Removes deliveries of an endpoint, with their jobs and their log. @returns the number of deliveries, at most `limit`. */
  removeDeliveries(endpointId: string, limit: number): Promise<number>;
  /** Removes an endpoint whose queue is closed and has no deliveries left. */
  forgetEndpoint(endpointId: string): Promise<void>;
  /** Stores the job that continues updating the deliveries of an endpoint; if there already is one, changes when it is due. */
  scheduleQueueUpdate(endpointId: string, dueAt: number): Promise<void>;
  /** Adds an act to the audit trail of the account. */
  record(act: WebhookAct): Promise<void>;
  keepReply(reply: ReplyToKeep, now: number): Promise<void>;
  /** Makes a delivery pending, with no attempts counted, and stores a job that sends it at `dueAt`. */
  requeueDelivery(id: string, dueAt: number): Promise<void>;
}

/** Stores events, endpoints and deliveries. */
export interface WebhookStore {
  findDelivery(id: string): Promise<StoredDelivery | null>;
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: WebhookTransaction) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Removes deliveries that have been undelivered since before a given time, with the rest of their jobs and log. Also removes
   * older events of their executions that have no deliveries left, except the last event of each execution.
   *
   * @returns the number of removed deliveries, at most `limit`.
   */
  removeUndelivered(before: number, limit: number): Promise<number>;
  /** Likewise removes deliveries that last arrived before a given time. */
  removeDelivered(before: number, limit: number): Promise<number>;
  /**
   * Brings forward to now the next attempts that were scheduled for later than a given time, and likewise the jobs that update
   * the deliveries of an endpoint.
   *
   * @returns the number of changed deliveries or of changed jobs, whichever is larger; at most `limit`.
   */
  bringForward(after: number, now: number, limit: number): Promise<number>;
  /**
   * Removes attempts that were made before a given time from the log.
   *
   * @returns the number of removed attempts, at most `limit`.
   */
  removeLogged(before: number, limit: number): Promise<number>;
}
