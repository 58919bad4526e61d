import type { WebhookEvent } from '@vendor/contract';
import type { EndpointHealth } from './endpoint-health.ts';
import type { FrozenExecution } from './freeze-event.ts';

/**
 * `pending`: attempted until it succeeds. `held`: waits because its endpoint is disabled. `undelivered`: the last attempt
 * failed; it can be replayed.
 */
export type DeliveryState = 'pending' | 'held' | 'delivered' | 'undelivered';

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

/** Where an account wants its events. */
export interface StoredEndpoint extends EndpointHealth {
  readonly id: string;
  readonly url: string;
  /** The endpoint's data key under the master key. */
  readonly wrappedKey: Uint8Array;
  /** Its secrets under that data key. */
  readonly sealedSecrets: Uint8Array;
}

/** One event on its way to one endpoint. */
export interface StoredDelivery {
  readonly id: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When the next attempt is due; null when none is. */
  readonly nextAt: number | null;
  readonly event: StoredEvent;
  readonly endpoint: StoredEndpoint;
}

export interface DeliveryChanges {
  readonly state?: DeliveryState;
  readonly attempts?: number;
  readonly nextAt?: number | null;
  readonly lastStatus?: number | null;
  readonly lastError?: string | null;
  readonly deliveredAt?: number | null;
  readonly undeliveredAt?: number | null;
}

/** What can be done in one transaction. */
export interface WebhookTransaction {
  findDelivery(id: string): Promise<StoredDelivery | null>;
  updateDelivery(id: string, changes: DeliveryChanges): Promise<void>;
  updateEndpoint(id: string, health: EndpointHealth): Promise<void>;
  /** Lets every pending delivery of an endpoint wait, and takes their jobs away. */
  holdDeliveries(endpointId: string): Promise<void>;
  /** The waiting deliveries of an endpoint, oldest event first. */
  heldDeliveries(endpointId: string): Promise<string[]>;
  /** Makes a delivery pending with no attempt counted, and stores a job to carry it out when it is due. */
  requeueDelivery(id: string, dueAt: number): Promise<void>;
}

/** Where events, endpoints and deliveries are kept. */
export interface WebhookStore {
  findDelivery(id: string): Promise<StoredDelivery | null>;
  transact<Result>(work: (transaction: WebhookTransaction) => Promise<Result>): Promise<Result>;
  /**
   * Removes deliveries that have been undelivered since before a time, and what is left of their jobs; events stay.
   *
   * @returns how many were removed, at most `limit`.
   */
  removeUndelivered(before: number, limit: number): Promise<number>;
}
