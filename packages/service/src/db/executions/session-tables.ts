/** The last popup window that the page of an execution opened. */
export interface PopupWindowsTable {
  execution_id: string;
  /** SHA-256 of the one-time ticket, in hex. */
  ticket_hash: string;
  /** The session of the page that opened the window. */
  opener_epoch: number;
  /** The session of the window; null until the window claims its ticket. */
  window_epoch: number | null;
  /** SHA-256 of the nonce with which the ticket was claimed, in hex. */
  nonce_hash: string | null;
  /** How often the window has been loaded. */
  visits: number;
  /** Time until which the ticket can be claimed. */
  expires_at: number;
  /** Time from which the window counts as closed unless it sends another request; null until the ticket is claimed. */
  gone_at: number | null;
  /** Incremented with every change that the opener may see. */
  seq: number;
  /** 0 or 1: whether the window shows the flow. */
  opened: number;
  /** 0 or 1: whether the user has begun in the window. */
  started: number;
  /** JSON of a `PopupEnding`; null while the flow runs. */
  ending: string | null;
  /** Why the window ended: `closed`, `released`, `left` or `expired`; null until then. */
  over: string | null;
  /** Theme, language and messages given to `start`: encrypted JSON of a `FlowLook`; null once the window has ended. */
  sealed_look: Uint8Array | null;
}

/** The last offer to hand the flow of an execution to a phone. */
export interface HandOffsTable {
  execution_id: string;
  /** SHA-256 of the one-time secret, in hex. */
  secret_hash: string;
  /** Four digits that both devices show. */
  pairing_code: string;
  /** The session of the page that hands its flow to a phone. */
  opener_epoch: number;
  /** The first session in which that page handed over its flow; null if it is `opener_epoch`. */
  origin_epoch: number | null;
  /** SHA-256 of the nonce with which that page got its session, in hex; null if unknown. */
  opener_nonce_hash: string | null;
  /** The session of the phone; null until the phone claims the secret. */
  phone_epoch: number | null;
  /** SHA-256 of the nonce with which the secret was claimed, in hex. */
  nonce_hash: string | null;
  /** Time until which the secret can be claimed. */
  expires_at: number;
  /** Time from which the phone counts as silent unless it sends another request; null until the secret is claimed. */
  gone_at: number | null;
  /** 0 or 1: whether the page was told that the phone is silent. */
  silent: number;
  /** The session in which the page took the flow back; null until then. */
  returned_epoch: number | null;
  /** Theme, language and messages given to `start`: encrypted JSON of a `FlowLook`; null once the flow was taken back. */
  sealed_look: Uint8Array | null;
}
