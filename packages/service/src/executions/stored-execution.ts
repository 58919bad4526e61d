import type {
  CaptureSlot,
  CheckStatus,
  CheckType,
  DocumentType,
  ExecutionStatus,
  Platform,
} from '@vendor/contract';
import type { KeyMode } from '../accounts/api-key.ts';
import type { Walk } from '../workflows/walk.ts';

/** An execution as stored. Times are in ms since 1970. */
export interface StoredExecution {
  readonly id: string;
  readonly accountId: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  /** Mode of the key that started it, or in which the panel started it. In test mode, specimens are accepted. */
  readonly mode: KeyMode;
  /** How the user opens it: by a token in an integrator's page, or by a link to the hosted page. */
  readonly channel: 'token' | 'link';
  readonly status: ExecutionStatus;
  /** SHA-256 of the session token, or of the secret of the link, in hex. */
  readonly tokenHash: string;
  readonly sessionNonceHash: string | null;
  readonly sessionEpoch: number;
  readonly expiresAt: number;
  readonly begunAt: number | null;
  readonly deadlineAt: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly dataPurgedAt: number | null;
  readonly wrappedKey: Uint8Array | null;
  readonly sealedInputs: Uint8Array | null;
  readonly sealedIp: Uint8Array | null;
  /** Report of the device about itself: sealed JSON; null if the device was not asked or did not report. */
  readonly sealedSession: Uint8Array | null;
  /** URLs to which a link redirects the user at the end: sealed JSON; null for a token. */
  readonly sealedRedirects: Uint8Array | null;
  readonly platform: Platform | null;
  readonly seq: number;
  readonly walk: Walk;
}

/** Members of an execution that change after its start. */
export type ExecutionChanges = Partial<
  Omit<
    StoredExecution,
    'id' | 'accountId' | 'workflowId' | 'workflowVersion' | 'mode' | 'channel' | 'tokenHash' | 'createdAt'
  >
>;

/** One run of a check. */
export interface StoredCheck {
  readonly id: string;
  readonly executionId: string;
  readonly nodeId: string;
  /** Position among the checks of its execution in the order in which they were started, from 0. */
  readonly position: number;
  readonly checkType: CheckType;
  /** Null until the check is decided. */
  readonly status: CheckStatus | null;
  readonly sessionId: string | null;
  readonly transactionId: string | null;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly platform: Platform | null;
  readonly statusDetail: string | null;
  /** Findings of the check: JSON sealed with the execution's data key. */
  readonly sealed: Uint8Array | null;
}

export type CheckChanges = Partial<
  Pick<StoredCheck, 'status' | 'finishedAt' | 'platform' | 'statusDetail' | 'sealed'>
>;

/** Records that a user had an address, device, document or key frame of a selfie, without revealing which. */
export interface UserMark {
  readonly executionId: string;
  /** Keyed hash of account, mode, kind and value. */
  readonly hash: string;
  /** Keyed hash of account, mode and user id. */
  readonly userHash: string;
  readonly notedAt: number;
  /** Time of expiry; null: as long as the data of the execution. */
  readonly expiresAt: number | null;
}

/** Kinds of values by which executions can be searched. */
export type SearchKind = 'user-id' | 'email' | 'phone' | 'document-number' | 'name';

/** A value by which an execution can be found, as a keyed hash: it does not reveal the value without the master key. */
export interface SearchHash {
  readonly kind: SearchKind;
  readonly hash: string;
}

/** A decision of the account on a finished execution. */
export interface StoredDecision {
  readonly id: string;
  readonly executionId: string;
  readonly status: 'APPROVED' | 'DECLINED';
  /** UTF-8 sealed with the execution's data key; null without a comment. */
  readonly sealedComment: Uint8Array | null;
  /** Decision maker: the id of a key, or `operator:` and the Unix user. */
  readonly apiKeyId: string;
  readonly decidedAt: number;
}

/**
 * The reply to a call with an idempotency key, stored in the transaction of the changes that it reports. Decrypting it requires
 * the idempotency key.
 */
export interface KeptReply {
  /** Keyed hash of API key and idempotency key, which reveals neither of them. */
  readonly id: string;
  readonly executionId: string;
  /** Keyed hash of the request: distinguishes requests without revealing them. */
  readonly requestHash: string;
  readonly sealedReply: Uint8Array;
  readonly expiresAt: number;
}

/**
 * A stored reply as found. After a purge of the execution, `sealedReply` is null and `requestHash` empty: only the existence of
 * the reply is known.
 */
export type FoundReply = Omit<KeptReply, 'sealedReply'> & { readonly sealedReply: Uint8Array | null };

/** One capture of one attempt at a step. */
export interface StoredCaptureRow {
  readonly id: string;
  readonly executionId: string;
  readonly nodeId: string;
  readonly attempt: number;
  readonly slot: CaptureSlot;
  /** SHA-256 of the uploaded bytes, base64url. */
  readonly digest: string;
  /**
   * Content type of the stored file. Not an image type if the upload was not a picture, in which case nothing of it is stored.
   */
  readonly contentType: string;
  /** Size of the upload. */
  readonly sizeBytes: number;
  readonly mediaRef: string;
  /** Time when the last byte was received, in ms since 1970. */
  readonly receivedAt: number;
  /** Time when its attempt was submitted; null if it can still be replaced. */
  readonly sealedAt: number | null;
  /** Document type that the user chose for the submission; null before that, and for steps without a document. */
  readonly documentType: DocumentType | null;
  /**
   * Sealed. For a card: the data read before its number was painted over. For a selfie's key frame: that its camera appears to
   * be a virtual one. Null for all others.
   */
  readonly sealedReading: Uint8Array | null;
  readonly createdAt: number;
}
