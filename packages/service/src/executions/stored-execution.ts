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

/** An execution as it is kept. Times are in milliseconds since 1970. */
export interface StoredExecution {
  readonly id: string;
  readonly accountId: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  /** Mode of the key that started it; a test accepts specimens. */
  readonly mode: KeyMode;
  /** How the user comes to it: by a token in somebody's page, or by a link to ours. */
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
  /** Report of the device about itself: sealed JSON; null where nobody asked, or it gave none. */
  readonly sealedSession: Uint8Array | null;
  /** URLs that a link sends the user to in the end: sealed JSON; null for a token. */
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
  /** Place among the checks of its execution in the order they were started, from 0. */
  readonly position: number;
  readonly checkType: CheckType;
  /** Null until it is decided. */
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

/** A mark that a user came from an address or device, or with a document or key frame of a selfie. Does not reveal which. */
export interface UserMark {
  readonly executionId: string;
  /** Keyed hash of account, mode, kind and value. */
  readonly hash: string;
  /** Keyed hash of account, mode and user id. */
  readonly userHash: string;
  readonly notedAt: number;
  /** From then on it is not needed; null: as long as the data of the execution. */
  readonly expiresAt: number | null;
}

/** Kinds of values that find executions. */
export type SearchKind = 'user-id' | 'email' | 'phone' | 'document-number' | 'name';

/** One thing that an execution is found by: a keyed hash, which tells nobody the value without the master key. */
export interface SearchHash {
  readonly kind: SearchKind;
  readonly hash: string;
}

/** A decision of the account on an execution that had come to a result. */
export interface StoredDecision {
  readonly id: string;
  readonly executionId: string;
  readonly status: 'APPROVED' | 'DECLINED';
  /** UTF-8 sealed with the execution's data key; null when there is no comment. */
  readonly sealedComment: Uint8Array | null;
  /** Names who decided: the id of a key, or `operator:` and the Unix user. */
  readonly apiKeyId: string;
  readonly decidedAt: number;
}

/**
 * The reply to a start with an idempotency key, kept in the transaction of what it tells of. Nobody can read it without that
 * key.
 */
export interface KeptReply {
  /** Keyed hash of API key and idempotency key, which reveals neither. */
  readonly id: string;
  readonly executionId: string;
  /** Keyed hash of the request: distinguishes requests without revealing them. */
  readonly requestHash: string;
  readonly sealedReply: Uint8Array;
  readonly expiresAt: number;
}

/**
 * Once the data of the execution was purged, the reply is gone, and the hash of the request empty: only that there was one is
 * known.
 */
export type FoundReply = Omit<KeptReply, 'sealedReply'> & { readonly sealedReply: Uint8Array | null };

/** One picture of one attempt at a step. */
export interface StoredCaptureRow {
  readonly id: string;
  readonly executionId: string;
  readonly nodeId: string;
  readonly attempt: number;
  readonly slot: CaptureSlot;
  /** SHA-256 of the bytes as they came, base64url. */
  readonly digest: string;
  /** Content type of the stored file: that of an image, or another if the upload was no picture and nothing of it is stored. */
  readonly contentType: string;
  /** Size of the upload. */
  readonly sizeBytes: number;
  readonly mediaRef: string;
  /** When the last byte of it had come, in ms since 1970. */
  readonly receivedAt: number;
  /** When its attempt was submitted; null: it can still be replaced. */
  readonly sealedAt: number | null;
  /** Document type that the user chose for the submission; null before that, and where no document is asked for. */
  readonly documentType: DocumentType | null;
  /**
   * Sealed: what was read of a card before its number was painted over; of a selfie's key frame that its camera seems to be a
   * program. Null for all else.
   */
  readonly sealedReading: Uint8Array | null;
  readonly createdAt: number;
}
