/** A flow that a page has handed over to a phone, or offers to, as it is kept. Times are in milliseconds since 1970. */
export interface HandOff {
  readonly executionId: string;
  /** SHA-256 of the one-time secret, in hex. */
  readonly secretHash: string;
  /** Four digits that both devices show. */
  readonly pairingCode: string;
  /** The session of the page that hands over. */
  readonly openerEpoch: number;
  /** The session in which that page, since it was loaded, handed over first: it may have taken the flow back and done so again. */
  readonly originEpoch: number;
  /** SHA-256 of the nonce that this page got its session with, in hex; null where it is not known. */
  readonly openerNonceHash: string | null;
  /** The session of the phone; null until it has claimed the secret. */
  readonly phoneEpoch: number | null;
  /** SHA-256 of the nonce that the secret was claimed with, in hex. */
  readonly nonceHash: string | null;
  /** Until then the secret can be claimed. */
  readonly expiresAt: number;
  /** From then on the phone counts as silent, unless it shows itself before; null until it has claimed. */
  readonly goneAt: number | null;
  /** The page has been told that the phone is silent. */
  readonly silent: boolean;
  /** The session in which the page has taken the flow back; null while it has not. */
  readonly returnedEpoch: number | null;
  readonly sealedLook: Uint8Array | null;
}

/** Members of a hand-off that change after it was offered. */
export type HandOffChanges = Partial<
  Omit<HandOff, 'executionId' | 'secretHash' | 'pairingCode' | 'openerEpoch' | 'openerNonceHash'>
>;

/** A phone that shows no sign of life for so long is called silent, in ms. A look at another app takes less. */
export const longestSilenceMs = 30_000;

/** A page of the phone that said farewell, perhaps only to be loaded again, may return within this time, in ms. */
export const returnWithinMs = 10_000;
