import type {
  AddressCheckMember,
  AddressDocumentKind,
  AddressRetryReason,
  EvidenceRetryReason,
  Outcome,
  ProofOfAddressExtractedData,
} from '@vendor/contract';
import type { ExpectedName } from './expected-name.ts';

/** Why an uploaded file is not kept. */
export const fileRefusals = ['PROTECTED', 'TOO_MANY_PAGES', 'UNREADABLE'] as const;
export type FileRefusal = (typeof fileRefusals)[number];

/** A picture, or a PDF of nothing but pictures of its pages; or why there is none. */
export type FileCleaning =
  | { readonly kind: 'clean'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal };

/** A letter that is to show where somebody lives, and what is asked about it. */
export interface AddressTask {
  readonly file: FileCleaning;
  readonly accepts: readonly AddressDocumentKind[];
  readonly maxAgeDays: number;
  /** Name and address that the letter is compared with; null: nothing. */
  readonly expected: { readonly fullName: ExpectedName | null; readonly address: string | null };
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
}

export type AddressEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly AddressRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: Readonly<Record<AddressCheckMember, Outcome>>;
      readonly extracted: ProofOfAddressExtractedData;
      /** Why members are not PASS: stable codes, in capitals. */
      readonly findings: readonly { readonly member: AddressCheckMember; readonly code: string }[];
      /** Members that another letter might fix. */
      readonly mendable: readonly {
        readonly member: AddressCheckMember;
        readonly reason: AddressRetryReason;
      }[];
    };

/** Files that were collected, in the order of their slots. */
export interface EvidenceTask {
  readonly files: readonly FileCleaning[];
}

export type EvidenceEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly EvidenceRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly fileCheckResult: Outcome;
      /** Why it is not PASS: stable codes, in capitals. */
      readonly findings: readonly { readonly code: string }[];
    };
