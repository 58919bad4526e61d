import type {
  AddressCheckMember,
  AddressDocumentKind,
  AddressRetryReason,
  Outcome,
  ProofOfAddressExtractedData,
} from '@vendor/contract';
import type { FileRefusal } from '../file/open-pdf.ts';
import type { ExpectedName } from '../name/match-expected.ts';

/** A file as `cleanFile` made it, or why there is none. */
export type HandedFile =
  | { readonly kind: 'clean'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal };

/** A letter and what is asked about it. */
export interface AddressTask {
  readonly file: HandedFile;
  readonly accepts: readonly AddressDocumentKind[];
  readonly maxAgeDays: number;
  /** Name and address to compare the letter with; null: nothing. The address in any order and on one line. */
  readonly expected: { readonly fullName: ExpectedName | null; readonly address: string | null };
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
}

/** Finding against a letter, and the member that says so. */
export interface AddressFinding {
  readonly member: AddressCheckMember;
  readonly code: AddressFindingCode;
  readonly outcome: 'REVIEW' | 'FAIL';
}

/** Stable codes of what can be found against a letter. */
export type AddressFindingCode =
  /** One word alone says what kind of letter it is. */
  | 'LETTER_KIND_UNSURE'
  | 'LETTER_KIND_UNKNOWN'
  /** Letter looks like a kind that the step does not take. */
  | 'LETTER_KIND_NOT_ACCEPTED'
  | 'LETTER_DATE_UNKNOWN'
  /** Day and month may stand either way, and it matters. */
  | 'LETTER_DATE_AMBIGUOUS'
  | 'LETTER_TOO_OLD'
  | 'ADDRESS_INCOMPLETE'
  /** Which of the letter's addresses is its recipient's cannot be told. */
  | 'RECIPIENT_UNCLEAR'
  | 'ADDRESS_SIMILAR'
  | 'ADDRESS_DIFFERENT'
  | 'NAME_SIMILAR'
  | 'NAME_MISSING'
  /** The expected name or address is written in a script that is not read. */
  | 'NOT_COMPARABLE'
  /** Reading behind the finding is not certain. */
  | 'READING_UNSURE'
  /** Text of the file in letters is not what its pages show. */
  | 'TEXT_NOT_SHOWN';

/**
 * `retry`: the file cannot be judged. `evaluated`: what was found; what it comes to is for the workflow to say, and what of it
 * another letter might mend.
 */
export type AddressEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly AddressRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: Readonly<Record<AddressCheckMember, Outcome>>;
      readonly extracted: ProofOfAddressExtractedData;
      readonly findings: readonly AddressFinding[];
      readonly mendable: readonly {
        readonly member: AddressCheckMember;
        readonly reason: AddressRetryReason;
      }[];
    };
