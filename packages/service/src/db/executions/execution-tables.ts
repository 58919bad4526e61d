import type { Generated } from 'kysely';

export interface ExecutionsTable {
  id: string;
  account_id: string;
  workflow_id: string;
  workflow_version: number;
  /** Mode of the API key that started it: `live` or `test`. */
  mode: string;
  /** How the user opens it: `token` or `link`. */
  channel: string;
  status: string;
  /** SHA-256 of the session token or of the link's secret, in hex. */
  token_hash: string;
  /** SHA-256 of the nonce of the client init that holds the session, in hex; null before the first. */
  session_nonce_hash: string | null;
  /** Incremented when another client init takes over the session. */
  session_epoch: number;
  /** The flow must begin before this time. */
  expires_at: number;
  begun_at: number | null;
  /** Time by which a flow that has begun must be finished; null before it begins. */
  deadline_at: number | null;
  created_at: number;
  finished_at: number | null;
  data_purged_at: number | null;
  /** The data key of the execution, encrypted under the master key; null once purged. */
  wrapped_key: Uint8Array | null;
  sealed_inputs: Uint8Array | null;
  /** IP address of the end user at the first client init. */
  sealed_ip: Uint8Array | null;
  /** Facts that the device reported about itself: encrypted JSON. */
  sealed_session: Uint8Array | null;
  /** Addresses to which a link sends the user at the end: encrypted JSON. */
  sealed_redirects: Uint8Array | null;
  platform: string | null;
  /** Incremented with every change that the user's page may see. */
  seq: number;
  /** JSON of a `Walk`: the position of the execution in its workflow. */
  walk: string;
  /** MAC over the row and the rows of its checks; null if an earlier version stored the row and it is not sealed yet. */
  state_mac: string | null;
}

export interface ChecksTable {
  id: string;
  execution_id: string;
  node_id: string;
  /** Position among the checks of its execution, in the order in which they started, from 0. Start times can be equal. */
  position: number;
  check_type: string;
  /** Null until the check has a status. */
  status: string | null;
  session_id: string | null;
  transaction_id: string | null;
  started_at: number;
  finished_at: number | null;
  platform: string | null;
  status_detail: string | null;
  /** Results and extracted data: encrypted JSON. */
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
  /** Reference of the bytes in the media store. */
  media_ref: string;
  /** Time at which its last byte arrived. */
  received_at: number;
  /** Time at which the attempt was submitted. The capture never changes after that. */
  sealed_at: number | null;
  /** Document type of the submission; null before submission, and for captures of other steps. */
  document_type: string | null;
  /** Data read from a card before its number was painted over, encrypted under the data key. */
  sealed_reading: Uint8Array | null;
  created_at: number;
}

export interface DecisionsTable {
  id: string;
  execution_id: string;
  status: string;
  /** Encrypted under the data key of the execution; null without a comment. */
  sealed_comment: Uint8Array | null;
  /** The actor, in the form of `nameOfActor`: the id of a key, or the kind and id of another actor. */
  api_key_id: string;
  decided_at: number;
}

export interface KeptRepliesTable {
  /** Keyed hash of API key and idempotency key. */
  id: string;
  execution_id: string;
  /** Keyed hash of the request. */
  request_hash: string;
  /** JSON, encrypted under a key that cannot be derived without the idempotency key. */
  sealed_reply: Uint8Array;
  expires_at: number;
}

/** Records that a user had an address, device, document, or key frame of a selfie. */
export interface UserMarksTable {
  /** Increases with each mark, so an earlier mark has a smaller id. */
  id: Generated<number>;
  execution_id: string;
  /** Keyed hash of account, mode, kind and value. */
  hash: string;
  /** Keyed hash of account, mode and user id. */
  user_hash: string;
  noted_at: number;
  /** Time after which the mark is not needed; null: it is kept as long as the data of the execution. */
  expires_at: number | null;
}
