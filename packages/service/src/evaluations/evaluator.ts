import type {
  DocumentCheckOutcomes,
  DocumentExtractedData,
  DocumentType,
  Outcome,
  RetryReason,
} from '@vendor/contract';

/** The pictures of a document and what is asked about them. */
export interface DocumentTask {
  readonly documentType: DocumentType;
  readonly front: Uint8Array;
  readonly back: Uint8Array | null;
  /** What the caller said about the end user; null where nothing was said. */
  readonly expected: { readonly fullName: string | null; readonly dateOfBirth: string | null };
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
  /** Whether documents of ICAO's specimen state count as known: true for test keys only, since anybody can print one. */
  readonly acceptsSpecimens: boolean;
}

/** `retry`: the pictures cannot be judged, for reasons the user can do something about. What outcomes come to is not for them to say. */
export type DocumentEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly RetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: DocumentCheckOutcomes;
      readonly extracted: DocumentExtractedData;
      /** Why members are not PASS: stable codes, in capitals. */
      readonly findings: readonly { readonly code: string }[];
    };

/** What one look at an e-mail address or phone number found. */
export interface FraudFinding {
  /** Stable, in capitals. */
  readonly code: string;
  readonly outcome: Outcome;
}

export interface FraudEvaluation {
  /** What all findings say together. */
  readonly outcome: Outcome;
  readonly findings: readonly FraudFinding[];
}

/** A picture and nothing else: encoded anew, upright, without metadata. */
export interface CleanPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Makes of an uploaded file a picture that may be kept and shown. */
export interface PictureCleaner {
  /** @returns null for a file that is no picture. Rejects when it could not be looked at; it can be tried again. */
  cleanPicture(file: Uint8Array): Promise<CleanPicture | null>;
}

/**
 * Runs checks. A rejected promise means that the check could not be carried out, never that it went badly; it can be
 * tried again.
 */
export interface Evaluator {
  evaluateDocument(task: DocumentTask, signal: AbortSignal): Promise<DocumentEvaluation>;
  evaluateEmail(email: string, signal: AbortSignal): Promise<FraudEvaluation>;
  evaluatePhone(phoneNumber: string, signal: AbortSignal): Promise<FraudEvaluation>;
}
