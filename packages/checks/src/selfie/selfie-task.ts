import type { Outcome, SelfiePose, SelfieRetryReason } from '@vendor/contract';
import type { Place } from '../image/place.ts';

/** One key frame: the requested pose, and the captured file. */
export interface SelfieFrame {
  readonly pose: SelfiePose;
  /** The uploaded file, untrusted. */
  readonly file: Uint8Array;
  /** Time at which the service received it, in milliseconds since 1970. */
  readonly receivedAt: number;
}

/** The key frames of a selfie, with the reference and rules. */
export interface SelfieTask {
  /** In the order in which they were requested and taken; the first is straight. */
  readonly frames: readonly SelfieFrame[];
  /**
   * Picture to compare the face with: the captured document or a portrait. Null if no comparison is requested, or the picture
   * could not be loaded.
   */
  readonly reference: { readonly kind: 'document' | 'portrait'; readonly file: Uint8Array } | null;
  /** Whether frames may be copies of each other, as those of a simulated camera are in tests. */
  readonly acceptsCopies: boolean;
}

/** The members of a selfie check. */
export type SelfieMember = 'livenessCheckResult' | 'faceMatchingResult';

export interface SelfieFinding {
  readonly member: SelfieMember;
  /** Stable, in capitals. */
  readonly code: SelfieFindingCode;
  /** Outcome for the member; NOT_PERFORMED if it could not be evaluated. */
  readonly outcome: Exclude<Outcome, 'PASS'>;
}

/** Reason why a member is not PASS. */
export type SelfieFindingCode =
  /** Nothing indicates an attack, and nothing proves a live person. */
  | 'LIVENESS_UNPROVEN'
  /** A face turned, but its surface did not change: it may be one photograph turned by software. */
  | 'FACE_MAY_BE_PICTURE'
  /** The pictures may show two people. */
  | 'FACES_MAY_DIFFER'
  /** The pictures show two people. */
  | 'FACES_DIFFER'
  /** There was no reference to compare the face with. */
  | 'REFERENCE_MISSING'
  /** The reference has no face, more than one, or one that is too small. */
  | 'REFERENCE_UNUSABLE'
  /** The face may differ from the reference's. */
  | 'FACE_MAY_DIFFER'
  /** The face differs from the reference's. */
  | 'FACE_DIFFERS';

/** `retry`: the pictures cannot be judged, for reasons that the user can correct. */
export type SelfieEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly SelfieRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: Readonly<Record<SelfieMember, Outcome>>;
      readonly findings: readonly SelfieFinding[];
      /** Position of the compared face in the picture of the document. */
      readonly portrait?: Place;
    };
