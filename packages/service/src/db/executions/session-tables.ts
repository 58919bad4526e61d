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
  /** Look that `start` was given: sealed JSON, after `FlowLook`; null once the window is over. */
  sealed_look: Uint8Array | null;
}

/** The hand-off of an execution to a phone that was offered last. */
export interface HandOffsTable {
  execution_id: string;
  /** SHA-256 of the one-time secret, in hex. */
  secret_hash: string;
  /** Four digits that both devices show. */
  pairing_code: string;
  /** The session of the page that hands over. */
  opener_epoch: number;
  /** The session in which that page handed over first; null where it is the same. */
  origin_epoch: number | null;
  /** SHA-256 of the nonce that this page got its session with, in hex; null where it is not known. */
  opener_nonce_hash: string | null;
  /** The session of the phone; null until it has claimed the secret. */
  phone_epoch: number | null;
  /** SHA-256 of the nonce that the secret was claimed with, in hex. */
  nonce_hash: string | null;
  /** Until then the secret can be claimed. */
  expires_at: number;
  /** From then on the phone counts as silent, unless it shows itself before; null until it has claimed. */
  gone_at: number | null;
  /** 0 or 1: the page has been told that the phone is silent. */
  silent: number;
  /** The session in which the page has taken the flow back; null while it has not. */
  returned_epoch: number | null;
  /** Look that `start` was given: sealed JSON, after `FlowLook`; null once it was taken back. */
  sealed_look: Uint8Array | null;
}
