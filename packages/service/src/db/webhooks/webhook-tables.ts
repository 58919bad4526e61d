import type { Generated } from 'kysely';

export interface WebhookEndpointsTable {
  id: string;
  account_id: string;
  url: string;
  /** The data key of the endpoint under the master key; it seals the secret. */
  wrapped_key: Uint8Array;
  sealed_secret: Uint8Array;
  /** JSON list of subscribed events. */
  events: string;
  disabled_at: number | null;
  disabled_reason: string | null;
  failing_since: number | null;
  /** Time since which attempts fail without a success; null if there is no such failure. */
  relapsed_at: number | null;
  /** Time of the last failure; null if there is none since the last success. */
  failed_at: number | null;
  /** Deliveries on their way that were made until then are still to be held back; null: none is. */
  gathering_until: number | null;
  /** Time of its removal; what remains of it is no longer shown. */
  removed_at: number | null;
  created_at: number;
  /** Grows with each change of address, events or secret. */
  revision: Generated<number>;
}

export interface WebhookEventsTable {
  id: string;
  account_id: string;
  execution_id: string;
  event: string;
  /** Position of the event among those of its execution, from 1. */
  sequence: number;
  emitted_at: number;
  /** JSON: the parts of the execution that are stored as of the time of the event. */
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
  /** Time of its first arrival, also if it was sent again since; null if it never arrived. */
  first_delivered_at: number | null;
  /** Time at which the last attempt failed; null in every other state. */
  undelivered_at: number | null;
  created_at: number;
  /** Mode of the execution: `live` or `test`. */
  mode: string;
}

/** The log of deliveries, for 30 days. */
export interface WebhookAttemptsTable {
  id: string;
  delivery_id: string;
  /** Its position in the retry schedule, from 1; a replay starts at 1 again. */
  number: number;
  started_at: number;
  duration_ms: number;
  /** Status of the reply; null: no reply. */
  status: number | null;
  /** The reason why the attempt failed; null if it did not. */
  error: string | null;
  /** JSON, after `RequestHead`. */
  request_head: string;
  /** JSON of a `ResponseHead`; null without a reply. */
  response_head: string | null;
  /** Beginning of the body of the reply under the key of the execution; null: there was none. */
  sealed_answer: Uint8Array | null;
}
