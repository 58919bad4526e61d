import type { Generated } from 'kysely';

export interface WebhookEndpointsTable {
  id: string;
  account_id: string;
  url: string;
  /** The data key of the endpoint, encrypted under the master key. It encrypts the secret. */
  wrapped_key: Uint8Array;
  sealed_secret: Uint8Array;
  /** JSON list of subscribed events. */
  events: string;
  disabled_at: number | null;
  disabled_reason: string | null;
  /** Start of the period in which every attempt has failed; null if the last one succeeded, or there was none. */
  failing_since: number | null;
  /**
   * Start of the latest series of failures, in which no gap was longer than the longest wait between retries; null if there is
   * none.
   */
  relapsed_at: number | null;
  /** Time of the last failure; null if there was none since the last success. */
  failed_at: number | null;
  /** Pending deliveries created until this time still have to be held; null: none. */
  gathering_until: number | null;
  /** Time at which it was removed. Its remaining data is no longer shown. */
  removed_at: number | null;
  created_at: number;
  /** Incremented with each change of address, events or secret. */
  revision: Generated<number>;
}

export interface WebhookEventsTable {
  id: string;
  account_id: string;
  execution_id: string;
  event: string;
  /** Position among the events of its execution, from 1. */
  sequence: number;
  emitted_at: number;
  /** JSON of the parts of the execution that are frozen at the time of the event. */
  frozen: string;
}

export interface WebhookDeliveriesTable {
  id: string;
  event_id: string;
  endpoint_id: string;
  state: string;
  attempts: number;
  next_at: number | null;
  last_status: number | null;
  last_error: string | null;
  delivered_at: number | null;
  /** Time of its first arrival, even if it was sent again later; null if it never arrived. */
  first_delivered_at: number | null;
  /** Time at which the last attempt failed; null in every other state. */
  undelivered_at: number | null;
  created_at: number;
  /** Mode of the execution: `live` or `test`. */
  mode: string;
}

/** One attempt of a delivery; kept for 30 days. */
export interface WebhookAttemptsTable {
  id: string;
  delivery_id: string;
  /** Position in the retry schedule, from 1. A redelivery starts at 1 again. */
  number: number;
  started_at: number;
  duration_ms: number;
  /** Status of the reply; null if there was no reply. */
  status: number | null;
  /** Why the attempt failed; null if it succeeded. */
  error: string | null;
  /** JSON of a `RequestHead`. */
  request_head: string;
  /** JSON of a `ResponseHead`; null if there was no reply. */
  response_head: string | null;
  /** Beginning of the body of the reply, encrypted under the key of the execution; null if there was no reply. */
  sealed_answer: Uint8Array | null;
}
