import type { Kysely, Transaction } from 'kysely';

/**
 * The tables as the queries see them, the same in every database: times are integers in milliseconds, JSON is text,
 * ciphertext is bytes. `migrations/` creates them.
 */
export interface Schema {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  workflows: WorkflowsTable;
  workflow_versions: WorkflowVersionsTable;
  executions: ExecutionsTable;
  checks: ChecksTable;
  captures: CapturesTable;
  decisions: DecisionsTable;
  kept_replies: KeptRepliesTable;
  popup_windows: PopupWindowsTable;
  jobs: JobsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

/** A database, or a transaction in one: queries take either. */
export type Database = Kysely<Schema> | Transaction<Schema>;

export interface AccountsTable {
  id: string;
  /** Shown to end users as the one who asks for the verification. */
  name: string;
  created_at: number;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  /** SHA-256 of the whole key, in hex. */
  hash: string;
  /** JSON list of workflow ids; null: every workflow of the account. */
  scope: string | null;
  created_at: number;
  revoked_at: number | null;
}

export interface WorkflowsTable {
  id: string;
  account_id: string;
  name: string;
  /** 0 or 1: only an active workflow can be started. */
  active: number;
  /** The version that new executions get. */
  version: number;
  created_at: number;
}

/** Versions never change: an execution keeps the definition it started with. */
export interface WorkflowVersionsTable {
  workflow_id: string;
  version: number;
  /** JSON, after `workflowDefinitionSchema`. */
  definition: string;
}

export interface ExecutionsTable {
  id: string;
  account_id: string;
  workflow_id: string;
  workflow_version: number;
  /** `live` or `test`: of the key that started it. */
  mode: string;
  /** `token` or `link`: how the user comes to it. */
  channel: string;
  status: string;
  /** SHA-256 of the session token, or of the secret of the link, in hex. */
  token_hash: string;
  /** SHA-256 of the nonce of the init that holds the session, in hex; null before the first. */
  session_nonce_hash: string | null;
  /** Grows when another init takes the session over. */
  session_epoch: number;
  /** Until then the first begin must come. */
  expires_at: number;
  begun_at: number | null;
  /** Until then a begun flow must be finished; null before. */
  deadline_at: number | null;
  created_at: number;
  finished_at: number | null;
  data_purged_at: number | null;
  /** The data key of the execution under the master key; null once purged. */
  wrapped_key: Uint8Array | null;
  sealed_inputs: Uint8Array | null;
  /** The end user's address as the first client init showed it. */
  sealed_ip: Uint8Array | null;
  /** Where a link sends the user in the end: sealed JSON. */
  sealed_redirects: Uint8Array | null;
  platform: string | null;
  /** Grows with every change that the user's page may see. */
  seq: number;
  /** JSON, after `Walk`: where the execution stands in its workflow. */
  walk: string;
}

export interface ChecksTable {
  id: string;
  execution_id: string;
  node_id: string;
  /** Place among the checks of its execution in the order they were started, from 0: times can be equal. */
  position: number;
  check_type: string;
  /** Null until the check is decided. */
  status: string | null;
  session_id: string | null;
  transaction_id: string | null;
  started_at: number;
  finished_at: number | null;
  platform: string | null;
  status_detail: string | null;
  /** Results and extracted data: sealed JSON. */
  sealed: Uint8Array | null;
}

export interface CapturesTable {
  id: string;
  execution_id: string;
  node_id: string;
  attempt: number;
  slot: string;
  /** SHA-256 of the bytes, base64url. */
  digest: string;
  content_type: string;
  size_bytes: number;
  /** Where the media store keeps the bytes. */
  media_ref: string;
  /** When the attempt was submitted: from then on the capture never changes. */
  sealed_at: number | null;
  created_at: number;
}

/** The window of an execution that its page opened last. */
export interface PopupWindowsTable {
  execution_id: string;
  /** SHA-256 of the one-time ticket, in hex. */
  ticket_hash: string;
  /** The session of the page that opened the window. */
  opener_epoch: number;
  /** The session of the window; null until it has claimed its ticket. */
  window_epoch: number | null;
  /** SHA-256 of the nonce that the ticket was claimed with, in hex. */
  nonce_hash: string | null;
  /** How often the window has been loaded. */
  visits: number;
  /** Until then the ticket can be claimed. */
  expires_at: number;
  /** From then on the window counts as gone, unless it shows itself before; null until it is claimed. */
  gone_at: number | null;
  /** Grows with every change that the opener may see. */
  seq: number;
  /** 0 or 1: the window shows the flow. */
  opened: number;
  /** 0 or 1: the user has begun in it. */
  started: number;
  /** JSON, after `PopupEnding`; null while the flow goes on. */
  ending: string | null;
  /** Why the window is over: `closed`, `released`, `left` or `expired`; null while it is not. */
  over: string | null;
  /** What `start` was given: sealed JSON, after `FlowLook`; null once the window is over. */
  sealed_look: Uint8Array | null;
}

export interface DecisionsTable {
  id: string;
  execution_id: string;
  status: string;
  /** Under the data key of the execution; null when there is no comment. */
  sealed_comment: Uint8Array | null;
  /** The key that the decision came with. */
  api_key_id: string;
  decided_at: number;
}

export interface KeptRepliesTable {
  /** Keyed hash of API key and idempotency key. */
  id: string;
  execution_id: string;
  /** Keyed hash. */
  request_hash: string;
  /** JSON under a key that the idempotency key is needed for. */
  sealed_reply: Uint8Array;
  expires_at: number;
}

export interface JobsTable {
  id: string;
  kind: string;
  subject_id: string;
  /** Jobs of one lane share a limit of how many run at a time (deliveries: the endpoint); null: no such limit. */
  lane: string | null;
  /** JSON. */
  payload: string | null;
  due_at: number;
  lease_until: number | null;
  lease_token: string | null;
  /** Those that failed, and the one at hand. */
  tries: number;
  max_tries: number;
  /** Tries that ended because their process did; they are not among `tries`. */
  cut_offs: number;
  created_at: number;
  /** When the last try was used up; such a job stays to be seen and is not claimed again. */
  failed_at: number | null;
  last_error: string | null;
}

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
  created_at: number;
}

export interface WebhookEventsTable {
  id: string;
  account_id: string;
  execution_id: string;
  event: string;
  /** Position of the event among those of its execution, from 1. */
  sequence: number;
  emitted_at: number;
  /** JSON: what of the execution was frozen when the event was emitted. */
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
  /** When the last attempt had failed; null in every other state. */
  undelivered_at: number | null;
  created_at: number;
}
