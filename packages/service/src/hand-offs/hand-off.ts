/** Stored state of a flow that a page has handed over, or offers to hand over, to a phone. Times are in ms since 1970. */
export interface HandOff {
  readonly executionId: string;
  /** SHA-256 of the one-time secret, in hex. */
  readonly secretHash: string;
  /** Four digits that both devices show. */
  readonly pairingCode: string;
  /** Session of the page that hands over. */
  readonly openerEpoch: number;
  /**
   * Session of the page's first hand-off since it was loaded. Differs from `openerEpoch` after taking back and handing over
   * again.
   */
  readonly originEpoch: number;
  /** SHA-256 of the nonce with which the page got its session, in hex; null if unknown. */
  readonly openerNonceHash: string | null;
  /** Session of the phone; null until it has claimed the secret. */
  readonly phoneEpoch: number | null;
  /** SHA-256 of the nonce with which the secret was claimed, in hex. */
  readonly nonceHash: string | null;
  /** End of the time in which the secret can be claimed. */
  readonly expiresAt: number;
  /** Time from which the phone counts as silent unless it polls before; null until it has claimed. */
  readonly goneAt: number | null;
  /** True once the page has been informed that the phone is silent. */
  readonly silent: boolean;
  /** Session in which the page took the flow back; null if it has not. */
  readonly returnedEpoch: number | null;
  /** Language, theme and messages for the phone's page, encrypted; null once taken back. */
  readonly sealedLook: Uint8Array | null;
}

/** Members of a hand-off that change after it was offered. */
export type HandOffChanges = Partial<
  Omit<HandOff, 'executionId' | 'secretHash' | 'pairingCode' | 'openerEpoch' | 'openerNonceHash'>
>;

/** Time without a poll after which a phone counts as silent, in ms. A short visit to another app takes less. */
export const maxSilenceMs = 30_000;

/** How long the phone's page may take to return after it announced that it is closing, in ms: it may only be reloading. */
export const returnWithinMs = 10_000;
