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

/** Endpoint at which an account wants its events. */
export interface StoredEndpoint extends EndpointHealth {
  readonly id: string;
  readonly url: string;
  /** The endpoint's data key under the master key. */
  readonly wrappedKey: Uint8Array;
  /** Its secrets under that data key. */
  readonly sealedSecrets: Uint8Array;
  /** Time as in {@link EndpointQueue}. */
  readonly gatheringUntil: number | null;
}

/** Changes to an endpoint; an undefined member stays as it is. */
export interface EndpointChange {
  /** After `faultOfEndpointUrl`. */
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
}

/** State of an endpoint before it was changed. */
export interface ChangedEndpoint {
  /** Whether the address is another than before. */
  readonly isMoved: boolean;
  readonly before: { readonly url: string; readonly events: readonly WebhookEvent[] };
}

/** State of an endpoint that decides what becomes of its deliveries. */
export interface EndpointQueue {
  readonly disabledAt: number | null;
  /**
   * Since it was disabled not all deliveries on their way have been held: those are not that were made until then. It can be
   * resumed before they all are; null: they are.
   */
  readonly gatheringUntil: number | null;
  /** When it was removed; null: it was not. */
  readonly removedAt: number | null;
}

/** One event on its way to one endpoint. */
export interface StoredDelivery {
  readonly id: string;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly createdAt: number;
  /** When the next attempt is due; null when none is. */
  readonly nextAt: number | null;
  /** When it first arrived, however often it was sent again since; null: it never did. */
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

/** The claim that an attempt is made under. */
export type DeliveryClaim = Pick<ClaimedJob, 'id' | 'subjectId' | 'leaseToken'>;

/** A reply to a call that names itself, as it is kept together with what the call does. */
export interface ReplyToKeep {
  readonly id: string;
  readonly executionId: string;
  readonly requestHash: string;
  readonly sealedReply: Uint8Array;
  readonly expiresAt: number;
}

/** An act of somebody who looks after webhooks. */
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
   * Whether the job of a claim is still held by it: no other has taken it since, and nobody has forgotten it. Asked in the
   * transaction that writes, so that one who was paused until the lease was over cannot write beside its next holder.
   */
  holds(claim: DeliveryClaim): Promise<boolean>;
  /** When the job of a claim is due, which others may have put off since it was claimed; null: it is no longer held by it. */
  findDue(claim: DeliveryClaim): Promise<number | null>;
  /** Forgets the job of a claim that is ours. */
  completeJob(claim: DeliveryClaim): Promise<void>;
  /** Gives it back until then; tries count from 0 again. */
  postponeJob(claim: DeliveryClaim, dueAt: number): Promise<void>;
  /** Keeps it as one that is never claimed again. */
  abandonJob(claim: DeliveryClaim, now: number, error: string): Promise<void>;
  /** Adds to the log. */
  logAttempt(attempt: LoggedAttempt): Promise<void>;
  /** One to an endpoint that was removed is as good as none. */
  findDelivery(id: string): Promise<StoredDelivery | null>;
  updateDelivery(id: string, changes: DeliveryChanges): Promise<void>;
  /** How an endpoint does; null: there is none of that id, or it was removed. */
  findHealth(endpointId: string): Promise<EndpointHealth | null>;
  updateEndpoint(id: string, health: EndpointHealth): Promise<void>;
  /** Revision of an endpoint; null: there is none of that id, or it was removed. */
  findRevision(endpointId: string): Promise<number | null>;
  /** Changes where events go, and which. */
  changeEndpoint(id: string, change: EndpointChange): Promise<ChangedEndpoint>;
  /** Null: there is no endpoint of that id, not even one that was removed. */
  findQueue(endpointId: string): Promise<EndpointQueue | null>;
  changeQueue(endpointId: string, changes: Partial<Omit<EndpointQueue, 'disabledAt'>>): Promise<void>;
  /**
   * Lets pending deliveries of an endpoint wait that were made until a time, and takes their jobs away. A job that somebody holds
   * stays, so that what comes of the attempt under way is stored by its last holder, and by nobody else.
   *
   * @param until - null: whenever they were made.
   * @returns how many there were, at most `limit`.
   */
  holdPending(endpointId: string, until: number | null, limit: number): Promise<number>;
  /**
   * Makes the oldest waiting deliveries of an endpoint pending with no attempt counted, and stores their jobs, where none is
   * under way: the oldest is due at once, each other so much later than the one before.
   *
   * @returns how many there were, at most `limit`.
   */
  requeueHeld(endpointId: string, dueAt: number, spacingMs: number, limit: number): Promise<number>;
  /** Removes deliveries of an endpoint, with their jobs and their log. @returns how many there were, at most `limit`. */
  removeDeliveries(endpointId: string, limit: number): Promise<number>;
  /** Removes an endpoint that no delivery is left of. */
  forgetEndpoint(endpointId: string): Promise<void>;
  /** Stores the job that goes on with the deliveries of an endpoint then; where there is one, it is due then. */
  scheduleQueueUpdate(endpointId: string, dueAt: number): Promise<void>;
  /** Adds an act to the audit trail of the account. */
  record(act: WebhookAct): Promise<void>;
  keepReply(reply: ReplyToKeep, now: number): Promise<void>;
  /** Makes a delivery pending with no attempt counted, and stores a job to carry it out when it is due. */
  requeueDelivery(id: string, dueAt: number): Promise<void>;
}

/** Store of events, endpoints and deliveries. */
export interface WebhookStore {
  findDelivery(id: string): Promise<StoredDelivery | null>;
  transact<Result>(
    locks: TransactionLocks,
    work: (transaction: WebhookTransaction) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Removes deliveries that have been undelivered since before a time, with what is left of their jobs and log, and older events
   * of their executions that no delivery is left of, but for the last of each.
   *
   * @returns how many deliveries were removed, at most `limit`.
   */
  removeUndelivered(before: number, limit: number): Promise<number>;
  /** Removes likewise those that arrived before a time, and have not arrived again since. */
  removeDelivered(before: number, limit: number): Promise<number>;
  /**
   * Makes deliveries due at once whose next attempt was planned for after a time, and what goes on with those of an endpoint.
   *
   * @returns how many there were, at most `limit` of each.
   */
  bringForward(after: number, now: number, limit: number): Promise<number>;
  /**
   * Removes attempts from the log that were made before a time.
   *
   * @returns how many were removed, at most `limit`.
   */
  removeLogged(before: number, limit: number): Promise<number>;
}
