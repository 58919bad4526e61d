import type { Outcome, SelfiePose, SelfieRetryReason } from '@vendor/contract';
import type { Place } from '../image/place.ts';

/** One key frame: what was asked for, and what came. */
export interface SelfieFrame {
  readonly pose: SelfiePose;
  /** The file as it was uploaded; never trusted. */
  readonly file: Uint8Array;
  /** When the service had received it, in milliseconds since 1970. */
  readonly receivedAt: number;
}

/** The pictures of a selfie and what is asked about them. */
export interface SelfieTask {
  /** In the order they were asked for and taken; the first is straight. */
  readonly frames: readonly SelfieFrame[];
  /**
   * Picture to compare the face with: the photographed document or a portrait. Null: with nothing, or it could not be
   * had.
   */
  readonly reference: { readonly kind: 'document' | 'portrait'; readonly file: Uint8Array } | null;
  /** Whether frames may be copies of each other, as those of a test's camera are. */
  readonly acceptsCopies: boolean;
}

/** The members of a selfie check. */
export type SelfieMember = 'livenessCheckResult' | 'faceMatchingResult';

export interface SelfieFinding {
  readonly member: SelfieMember;
  /** Stable, in capitals. */
  readonly code: SelfieFindingCode;
  /** Outcome that it gives the member; NOT_PERFORMED: the member could not be evaluated. */
  readonly outcome: Exclude<Outcome, 'PASS'>;
}

/** Why a member is not PASS. */
export type SelfieFindingCode =
  /** Nothing speaks against a live person, and nothing proves one. */
  | 'LIVENESS_UNPROVEN'
  /** A face turned and its surface stayed as it was: it may be one photograph that software turned. */
  | 'FACE_MAY_BE_PICTURE'
  /** The pictures may show two people. */
  | 'FACES_MAY_DIFFER'
  /** The pictures show two people. */
  | 'FACES_DIFFER'
  /** There was nothing to compare the face with. */
  | 'REFERENCE_MISSING'
  /** No face, more than one, or one too small was found in what the face is to be compared with. */
  | 'REFERENCE_UNUSABLE'
  /** The face may be another than the reference's. */
  | 'FACE_MAY_DIFFER'
  /** The face is another than the reference's. */
  | 'FACE_DIFFERS';

/** `retry`: the pictures cannot be judged, for reasons the user can do something about. */
export type SelfieEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly SelfieRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: Readonly<Record<SelfieMember, Outcome>>;
      readonly findings: readonly SelfieFinding[];
      /** Place of the face in the picture of the document that it was compared with. */
      readonly portrait?: Place;
    };
