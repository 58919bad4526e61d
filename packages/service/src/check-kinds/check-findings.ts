import type { DocumentName, Place, SidePlaces } from '@vendor/checks';
import type {
  CreditCardVerificationResult,
  DocumentCheckResult,
  DocumentExtractedData,
  EvidenceCollectionCheckResult,
  Outcome,
  ProofOfAddressCheckResult,
  ProofOfAddressExtractedData,
  SelfieVerificationResult,
} from '@vendor/contract';
import type { ScreeningHit } from '../watchlists/screen-name.ts';

/** Findings of an AML screening, whole. */
export interface ScreeningFindings {
  readonly lists: readonly { readonly id: string; readonly importedAt: number; readonly names: number }[];
  readonly hits: readonly ScreeningHit[];
}

/** Null: not known. */
export interface NetworkFindings {
  readonly country: string | null;
  readonly asn: number | null;
  readonly organization: string | null;
  /** Different users from the address within a day, this one included. */
  readonly usersToday: number | null;
}

/** One finding of a check. */
export interface FoundByCheck {
  readonly code: string;
  /** Member of the result that it is of; null: of the check as a whole. */
  readonly member: string | null;
  /** Outcome of the finding by itself; null: in doubt, and no more. */
  readonly outcome: Outcome | null;
}

/** Place of a portrait, and the capture that shows it. */
export interface PortraitPlace {
  readonly captureId: string;
  readonly place: Place;
}

/** Findings of a check, as they are sealed with it. */
export interface CheckFindings {
  /** Codes of what is in doubt, for the conditions of the workflow. */
  readonly findings?: readonly string[];
  /** All findings, those that are PASS, too; missing in executions of earlier versions. */
  readonly found?: readonly FoundByCheck[];
  /** Members of a fraud check. */
  readonly looked?: Readonly<Record<string, Outcome>>;
  /** Network of an address check, for conditions of the workflow. */
  readonly network?: NetworkFindings;
  /** Score of a device check, and the number of users of the device; null: not counted. */
  readonly device?: { readonly score: number; readonly users: number | null };
  /** Hits of a screening and the score of the best one; null: no hit. */
  readonly screening?: { readonly hits: number; readonly score: number | null };
  /** The entries themselves, with the lists that were looked into. */
  readonly screened?: ScreeningFindings;
  /** Whether another user has shown the same document before; null: that was not looked at. */
  readonly duplicatesFound?: boolean | null;
  readonly documentCheckResult?: DocumentCheckResult;
  readonly selfieVerificationResult?: SelfieVerificationResult;
  readonly documentCheckExtractedData?: DocumentExtractedData;
  /** The name on the document in its parts, for the checks behind it; null: it was not read. */
  readonly holderNames?: DocumentName | null;
  /** Places in the pictures, for people who look at them; no part of any answer of the API. */
  readonly places?: readonly SidePlaces[];
  /** Position of the face in the document that a selfie was compared with; as confidential as `places`. */
  readonly portrait?: PortraitPlace;
  readonly creditCardVerificationResult?: CreditCardVerificationResult;
  readonly proofOfAddressCheckResult?: ProofOfAddressCheckResult;
  readonly proofOfAddressExtractedData?: ProofOfAddressExtractedData;
  readonly evidenceCollectionCheckResult?: EvidenceCollectionCheckResult;
}
