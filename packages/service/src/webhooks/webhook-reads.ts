import type { WebhookDeliveryState, WebhookEvent } from '@vendor/contract';
import type { KeyMode } from '../accounts/api-key.ts';
import type { RequestHead, ResponseHead } from './delivery/delivery-log.ts';
import type { EndpointHealth } from './endpoints/endpoint-health.ts';
import type { EndpointSecret } from './endpoints/endpoint-secrets.ts';

/**
 * Maximum count of an endpoint's deliveries. Exact larger numbers are not needed, and counting a million takes a quarter of a
 * second, during which the service does nothing else.
 */
export const maxCounted = 10_000;

/** An endpoint as shown to its account, without its secrets. */
export interface EndpointEntry extends EndpointHealth {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  /** Increases with each change of address, events or secret. */
  readonly revision: number;
  /** Number of events that wait for it to be enabled again. This and `undelivered` are counted up to a limit. */
  readonly held: number;
  /** Number of events that were given up. */
  readonly undelivered: number;
}

/** A delivery as shown to its account. */
export interface DeliveryEntry {
  readonly id: string;
  /** Sent as `webhook-id`. */
  readonly eventId: string;
  readonly event: string;
  readonly sequence: number;
  readonly executionId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly state: WebhookDeliveryState;
  /** Attempts in the current schedule. */
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly emittedAt: number;
  readonly nextAt: number | null;
  readonly deliveredAt: number | null;
  /** Time of the first arrival, even if the event was sent again since. */
  readonly firstDeliveredAt: number | null;
  readonly undeliveredAt: number | null;
}

/** An attempt in the log. */
export interface AttemptEntry {
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly request: RequestHead;
  readonly response: ResponseHead | null;
}

/** A position in the list of deliveries, newest first. */
export interface DeliveryCursor {
  readonly createdAt: number;
  readonly id: string;
}

/** Owner of a delivery: its account, and the mode in which its execution was started. */
export interface DeliveryOwner {
  readonly accountId: string;
  readonly mode: KeyMode;
}

/** Filter for the deliveries of an account; undefined members do not filter. */
export interface DeliveryQuery {
  /** Null: all accounts, which only the operator may see. */
  readonly accountId: string | null;
  /** Mode of the keys that started the executions; null: any. */
  readonly mode: KeyMode | null;
  readonly endpointId: string | undefined;
  readonly executionId: string | undefined;
  readonly event: WebhookEvent | undefined;
  readonly state: WebhookDeliveryState | undefined;
  /** Earliest time of the event, in ms since 1970. */
  readonly from: number | undefined;
  /** Time before which the event happened, in ms since 1970. */
  readonly to: number | undefined;
  /** Position of the last delivery of the previous page. */
  readonly after: DeliveryCursor | undefined;
  readonly limit: number;
}

/** Filter for deliveries to an endpoint that were given up. */
export interface UndeliveredQuery {
  readonly endpointId: string;
  readonly mode: KeyMode;
  /** Earliest time of the event, in ms since 1970. */
  readonly since: number;
  /** Deliveries that first arrived before this time can no longer be sent again, in ms since 1970. */
  readonly forgottenBefore: number;
  readonly limit: number;
}

/** Deliveries to an endpoint that were given up. */
export interface Undelivered {
  /** Ids of those that can be sent again, oldest first, up to the limit. */
  readonly redeliverable: readonly string[];
  /** Number of all those that can no longer be sent again. */
  readonly tooOld: number;
}

export interface DeliveryPage {
  readonly entries: readonly DeliveryEntry[];
  /** Start of the next page; null if this is the last. */
  readonly next: DeliveryCursor | null;
}

/** Reads endpoints and deliveries as accounts see them. Ids of other accounts are treated as unknown. */
export interface WebhookReads {
  /** Returns the time since which all webhooks of this database are held, in ms since 1970; null if they are not held. */
  heldAt(): Promise<number | null>;
  /**
   * Lists the endpoints of an account, oldest first, with counts of pending and given-up deliveries of executions in the mode.
   */
  endpoints(of: DeliveryOwner): Promise<EndpointEntry[]>;
  /** Returns the secrets that sign deliveries to an endpoint at a given time, newest first. */
  signingSecrets(endpointId: string, now: number): Promise<EndpointSecret[] | null>;
  /**
   * Returns a page of deliveries. With a filter by event, a page may have fewer entries than the limit without being the last,
   * because the number of examined deliveries is bounded.
   */
  deliveries(query: DeliveryQuery): Promise<DeliveryPage>;
  /** Returns the deliveries that were given up. */
  undelivered(query: UndeliveredQuery): Promise<Undelivered>;
  /** Finds a delivery. @param of - the required account, and the required mode of its execution. */
  delivery(of: DeliveryOwner, id: string): Promise<DeliveryEntry | null>;
  /** Returns the logged attempts of a delivery, oldest first. */
  attempts(deliveryId: string): Promise<AttemptEntry[]>;
  /**
   * Returns the beginnings of the response bodies of these attempts, in the same order, encrypted with the key of the
   * execution; null if none was stored.
   */
  sealedAnswers(deliveryId: string): Promise<(Uint8Array | null)[]>;
}
