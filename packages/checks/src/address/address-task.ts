import type {
  AddressCheckMember,
  AddressDocumentKind,
  AddressRetryReason,
  Outcome,
  ProofOfAddressExtractedData,
} from '@vendor/contract';
import type { FileRefusal } from '../file/open-pdf.ts';
import type { ExpectedName } from '../name/match-expected.ts';

/** A file cleaned by `cleanFile`, or the reason why it was refused. */
export type FileCleaning =
  | { readonly kind: 'clean'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal };

/** A letter and the criteria to judge it by. */
export interface AddressTask {
  readonly file: FileCleaning;
  readonly accepts: readonly AddressDocumentKind[];
  readonly maxAgeDays: number;
  /** Name and address to compare with the letter; null skips the comparison. The address is one line, in any order. */
  readonly expected: { readonly fullName: ExpectedName | null; readonly address: string | null };
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
}

/** A finding against a letter, and the member of the result that it explains. */
export interface AddressFinding {
  readonly member: AddressCheckMember;
  readonly code: AddressFindingCode;
  readonly outcome: 'REVIEW' | 'FAIL';
}

/** Stable codes of the findings against a letter. */
export type AddressFindingCode =
  /** Too few words identify the kind of letter. */
  | 'LETTER_KIND_UNSURE'
  | 'LETTER_KIND_UNKNOWN'
  /** Letter seems to be of a kind that the step does not accept. */
  | 'LETTER_KIND_NOT_ACCEPTED'
  | 'LETTER_DATE_UNKNOWN'
  /** Order of day and month is ambiguous, and only one order is recent enough. */
  | 'LETTER_DATE_AMBIGUOUS'
  | 'LETTER_TOO_OLD'
  | 'ADDRESS_INCOMPLETE'
  /** Letter has several addresses, and the recipient's cannot be identified. */
  | 'RECIPIENT_UNCLEAR'
  | 'ADDRESS_SIMILAR'
  | 'ADDRESS_DIFFERENT'
  | 'NAME_SIMILAR'
  | 'NAME_MISSING'
  /** Expected name or address is written in an unsupported script. */
  | 'NOT_COMPARABLE'
  /** Confidence of the reading behind the finding is low. */
  | 'READING_UNSURE'
  /** Text layer of the file does not match the rendered pages. */
  | 'TEXT_NOT_SHOWN';

/**
 * `retry`: the file cannot be judged. `evaluated`: outcomes and findings, from which the workflow decides; `retryReasons` lists
 * what another letter might correct.
 */
export type AddressEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly AddressRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: Readonly<Record<AddressCheckMember, Outcome>>;
      readonly extracted: ProofOfAddressExtractedData;
      readonly findings: readonly AddressFinding[];
      readonly retryReasons: readonly {
        readonly member: AddressCheckMember;
        readonly reason: AddressRetryReason;
      }[];
    };
