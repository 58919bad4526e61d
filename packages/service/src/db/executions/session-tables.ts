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
  /** JSON of a `PopupEnding`; null while the flow runs. */
  ending: string | null;
  /** Why the window is over: `closed`, `released`, `left` or `expired`; null while it is not. */
  over: string | null;
  /** Theme, language and messages given to `start`: encrypted JSON of a `FlowLook`; null once the window is closed. */
  sealed_look: Uint8Array | null;
}

/** The hand-off of an execution to a phone that was offered last. */
export interface HandOffsTable {
  execution_id: string;
  /** SHA-256 of the one-time secret, in hex. */
  secret_hash: string;
  /** Four digits that both devices show. */
  pairing_code: string;
  /** The session of the page that hands its flow to a phone. */
  opener_epoch: number;
  /** The first session in which that page handed over its flow; null if it is the same. */
  origin_epoch: number | null;
  /** SHA-256, in hex, of the nonce with which this page got its session; null if it is not known. */
  opener_nonce_hash: string | null;
  /** The session of the phone; null until it has claimed the secret. */
  phone_epoch: number | null;
  /** SHA-256 of the nonce that the secret was claimed with, in hex. */
  nonce_hash: string | null;
  /** Until then the secret can be claimed. */
  expires_at: number;
  /** From then on the phone counts as silent, unless it shows itself before; null until it has claimed. */
  gone_at: number | null;
  /** 0 or 1: whether the page was notified that the phone is silent. */
  silent: number;
  /** The session in which the page has taken the flow back; null while it has not. */
  returned_epoch: number | null;
  /** Theme, language and messages given to `start`: encrypted JSON of a `FlowLook`; null once the flow was taken back. */
  sealed_look: Uint8Array | null;
}
