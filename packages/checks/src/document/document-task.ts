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
  /** Type of the document, as the user says. */
  readonly documentType: DocumentType;
  /** The files as they were uploaded; never trusted. */
  readonly front: Uint8Array;
  readonly back: Uint8Array | null;
  /** Name and birth date of the user, from the caller or another document; null if not given. Dates are `YYYY-MM-DD`. */
  readonly expected: { readonly fullName: ExpectedName | null; readonly dateOfBirth: string | null };
  /** How old the holder must be, in whole years; null: it does not matter. */
  readonly minimumAge: number | null;
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
  /**
   * Whether documents of ICAO's specimen state Utopia (`UTO`) count as known. Anybody can print one: say `true` for
   * tests, demonstrations and sandboxes only.
   */
  readonly acceptsSpecimens: boolean;
}

/**
 * `retry`: the pictures cannot be judged, for reasons that the user can remove; the most helpful reason comes first. `evaluated`:
 * the findings, from which the workflow decides.
 */
export type DocumentEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly DocumentRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: DocumentCheckOutcomes;
      readonly extracted: DocumentExtractedData;
      /** The parts of the name; null if no name was read. A person with one name has no given names. */
      readonly names: DocumentName | null;
      /** Why members are not PASS. */
      readonly findings: readonly DocumentFinding[];
      /** Positions of the document and its fields in the pictures. */
      readonly places?: readonly SidePlaces[];
    };

/** Finding against a document, and the member that says so. */
export interface DocumentFinding {
  readonly member: DocumentCheckMember;
  readonly code: DocumentFindingCode;
  readonly outcome: 'REVIEW' | 'FAIL';
}

/** Stable codes of findings against a document. */
export type DocumentFindingCode =
  /** The zone was read, but finer print may be unreadable. */
  | 'PICTURE_SOFT'
  /** The zone was read, but elsewhere on the page print is washed out. */
  | 'PICTURE_GLARING'
  | 'EXPIRED'
  /** The expiry date is empty or partly unknown. */
  | 'EXPIRATION_DATE_UNKNOWN'
  /** A field has characters that its place does not allow. */
  | 'FIELD_MALFORMED'
  /** Issuing state or nationality is no code that ICAO lists. */
  | 'ISSUER_UNKNOWN'
  /** Printed for ICAO's specimen state, and specimens are not accepted. */
  | 'SPECIMEN'
  | 'BIRTH_DATE_UNKNOWN'
  | 'BIRTH_AFTER_EXPIRATION'
  /** Good for longer than any document is issued for. */
  | 'EXPIRATION_IMPLAUSIBLE'
  | 'CHECK_DIGIT_WRONG'
  /** The reader had to change a character for the zone to make sense. */
  | 'READING_CORRECTED'
  | 'NAME_SIMILAR'
  | 'NAME_DIFFERENT'
  /** The expected name is written in a script that the zone does not have. */
  | 'NAME_NOT_COMPARABLE'
  | 'DATE_OF_BIRTH_DIFFERENT'
  | 'UNDER_MINIMUM_AGE'
  /** Machine readable lines and barcode contradict each other, or two barcodes do. */
  | 'ZONES_DIFFERENT'
  /** The front shows no colour of its own, as a copy in black and white does. */
  | 'PAGE_WITHOUT_COLOUR'
  /** There is a barcode, and too little of it was seen to read it. */
  | 'BARCODE_UNREADABLE'
  | BarcodeAnomaly;
