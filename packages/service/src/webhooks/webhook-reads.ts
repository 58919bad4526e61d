import type { WebhookDeliveryState, WebhookEvent } from '@vendor/contract';
import type { KeyMode } from '../accounts/api-key.ts';
import type { RequestHead, ResponseHead } from './delivery/delivery-log.ts';
import type { EndpointHealth } from './endpoints/endpoint-health.ts';
import type { EndpointSecret } from './endpoints/endpoint-secrets.ts';

/**
 * Deliveries of an endpoint are counted up to here. Nothing depends on how many more there are, and counting a million takes a
 * quarter of a second, in which the service does nothing else.
 */
export const mostCounted = 10_000;

/** An endpoint as its owner sees it: not its secrets. */
export interface EndpointEntry extends EndpointHealth {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  /** Grows with each change of address, events or secret. */
  readonly revision: number;
  /** Events that wait for it to be enabled again; both are counted up to a limit. */
  readonly held: number;
  /** Events that were given up. */
  readonly undelivered: number;
}

/** A delivery as its owner sees it. */
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
  /** However often it was sent again since. */
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

/** A place in the order of deliveries, the newest first. */
export interface DeliveryPlace {
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
  /** null: those of all accounts, which only who runs the service sees. */
  readonly accountId: string | null;
  /** Mode of the keys that started the executions; null: any. */
  readonly mode: KeyMode | null;
  readonly endpointId: string | undefined;
  readonly executionId: string | undefined;
  readonly event: WebhookEvent | undefined;
  readonly state: WebhookDeliveryState | undefined;
  /** Place of the last delivery of the previous page. */
  readonly after: DeliveryPlace | undefined;
  readonly limit: number;
}

/** Filter for deliveries to an endpoint that were given up. */
export interface UndeliveredQuery {
  readonly endpointId: string;
  readonly mode: KeyMode;
  /** Earliest time of the event, in ms since 1970. */
  readonly since: number;
  readonly limit: number;
}

export interface DeliveryPage {
  readonly entries: readonly DeliveryEntry[];
  /** Start of the next page; null: there is none. */
  readonly next: DeliveryPlace | null;
}

/** Endpoints and deliveries as accounts see them. Ids of another account are as good as none. */
export interface WebhookReads {
  /** Since when all webhooks of the data are held, in ms since 1970; null: they are not. */
  heldAt(): Promise<number | null>;
  /**
   * Lists the endpoints of an account, oldest first, with counts of pending and given-up deliveries of executions in the mode.
   */
  endpoints(of: DeliveryOwner): Promise<EndpointEntry[]>;
  /** The secrets that sign deliveries to an endpoint at a moment, the newest first. */
  signingSecrets(endpointId: string, now: number): Promise<EndpointSecret[] | null>;
  /**
   * A page of deliveries. Of one kind of event it can hold fewer than the limit although there are more behind it, for it looks
   * at a bounded number of them, however many there are.
   */
  deliveries(query: DeliveryQuery): Promise<DeliveryPage>;
  /** Ids of deliveries that were given up, the oldest first. */
  undelivered(query: UndeliveredQuery): Promise<string[]>;
  /** @param of - whose it must be, and in which mode its execution must have been started. */
  delivery(of: DeliveryOwner, id: string): Promise<DeliveryEntry | null>;
  /** Attempts of a delivery that the log keeps, the oldest first. */
  attempts(deliveryId: string): Promise<AttemptEntry[]>;
  /** Beginnings of the answers to these attempts, in the same order, under the key of the execution; null: none was kept. */
  sealedAnswers(deliveryId: string): Promise<(Uint8Array | null)[]>;
}
