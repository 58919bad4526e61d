import type {
  DocumentCheckMember,
  DocumentCheckOutcomes,
  DocumentExtractedData,
  DocumentRetryReason,
  DocumentType,
} from '@vendor/contract';
import type { BarcodeAnomaly } from '../aamva/find-anomalies.ts';
import type { ExpectedName } from '../name/match-expected.ts';
import type { DocumentName } from '../name/match-name.ts';
import type { SidePlaces } from './places.ts';

/** The pictures of a document, with the expected data and rules. */
export interface DocumentTask {
  /** Type of the document, as chosen by the user. */
  readonly documentType: DocumentType;
  /** The uploaded files, untrusted. */
  readonly front: Uint8Array;
  readonly back: Uint8Array | null;
  /** Name and birth date of the user, from the caller or another document; null if not given. Dates are `YYYY-MM-DD`. */
  readonly expected: { readonly fullName: ExpectedName | null; readonly dateOfBirth: string | null };
  /** Minimum age of the holder in whole years; null for no minimum. */
  readonly minimumAge: number | null;
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
  /**
   * Whether documents of ICAO's specimen state Utopia (`UTO`) count as known. Anybody can print one: set `true` only in tests,
   * demonstrations and sandboxes.
   */
  readonly acceptsSpecimens: boolean;
}

/**
 * `retry`: the pictures cannot be judged, for reasons that the user can correct; the most helpful reason comes first.
 * `evaluated`: the findings, from which the workflow decides.
 */
export type DocumentEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly DocumentRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: DocumentCheckOutcomes;
      readonly extracted: DocumentExtractedData;
      /** The parts of the name; null if no name was read. A person with one name has no given names. */
      readonly names: DocumentName | null;
      /** Reasons why members are not PASS. */
      readonly findings: readonly DocumentFinding[];
      /** Positions of the document and its fields in the pictures. */
      readonly places?: readonly SidePlaces[];
    };

/** A finding against a document, and the member of the result that it explains. */
export interface DocumentFinding {
  readonly member: DocumentCheckMember;
  readonly code: DocumentFindingCode;
  readonly outcome: 'REVIEW' | 'FAIL';
}

/** Stable codes of findings against a document. */
export type DocumentFindingCode =
  /** The MRZ was read, but finer print may be unreadable. */
  | 'PICTURE_SOFT'
  /** The MRZ was read, but print elsewhere on the page is washed out. */
  | 'PICTURE_GLARING'
  | 'EXPIRED'
  /** The expiry date is empty or partly unknown. */
  | 'EXPIRATION_DATE_UNKNOWN'
  /** A field has characters that are not allowed in it. */
  | 'FIELD_MALFORMED'
  /** Issuing state or nationality is not a code listed by ICAO. */
  | 'ISSUER_UNKNOWN'
  /** Document of ICAO's specimen state, and specimens are not accepted. */
  | 'SPECIMEN'
  | 'BIRTH_DATE_UNKNOWN'
  | 'BIRTH_AFTER_EXPIRATION'
  /** Expiry is further in the future than documents are issued for. */
  | 'EXPIRATION_IMPLAUSIBLE'
  | 'CHECK_DIGIT_WRONG'
  /** The reader had to change a character for the check digits to agree. */
  | 'READING_CORRECTED'
  | 'NAME_SIMILAR'
  | 'NAME_DIFFERENT'
  /** The expected name is written in a script that cannot be compared with the document. */
  | 'NAME_NOT_COMPARABLE'
  | 'DATE_OF_BIRTH_DIFFERENT'
  | 'UNDER_MINIMUM_AGE'
  /** The holder has the birthday on which they reach the minimum age, but not yet everywhere on earth. */
  | 'AGE_DEPENDS_ON_TIME_ZONE'
  /** The holder has the minimum age only if born in the century of the expected date, which the MRZ does not state. */
  | 'CENTURY_UNPROVEN'
  /** Two MRZs, two barcodes, or MRZ and barcode contradict each other. */
  | 'ZONES_DIFFERENT'
  /** The front has no colour of its own, like a black-and-white copy. */
  | 'PAGE_WITHOUT_COLOUR'
  /** A barcode was detected, but could not be read. */
  | 'BARCODE_UNREADABLE'
  | BarcodeAnomaly;
