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

/** Complete findings of an AML screening. */
export interface ScreeningFindings {
  readonly lists: readonly { readonly id: string; readonly importedAt: number; readonly names: number }[];
  readonly hits: readonly ScreeningHit[];
}

/** Facts about the network of an IP address. Null: unknown. */
export interface NetworkFindings {
  readonly country: string | null;
  readonly asn: number | null;
  readonly organization: string | null;
  /** Number of different users from the address within a day, including the current one. */
  readonly usersToday: number | null;
}

/** One finding of a check. */
export interface FoundByCheck {
  readonly code: string;
  /** Member of the result that it concerns; null: the check as a whole. */
  readonly member: string | null;
  /** Outcome of the finding alone; null: a doubt without an outcome of its own. */
  readonly outcome: Outcome | null;
}

/** Position of a portrait, and the capture that shows it. */
export interface PortraitPlace {
  readonly captureId: string;
  readonly place: Place;
}

/** Findings of a check, sealed with it. */
export interface CheckFindings {
  /** Codes of doubts, for conditions of the workflow. */
  readonly findings?: readonly string[];
  /** All findings, including those that are PASS. Missing in executions of earlier versions. */
  readonly found?: readonly FoundByCheck[];
  /** Outcome of each member of a fraud check. */
  readonly looked?: Readonly<Record<string, Outcome>>;
  /** Network of an IP address check, for conditions of the workflow. */
  readonly network?: NetworkFindings;
  /** Score of a device check, and the number of users of the device; null if not counted. */
  readonly device?: { readonly score: number; readonly users: number | null };
  /** Number of hits of a screening, and the score of the best one; null without a hit. */
  readonly screening?: { readonly hits: number; readonly score: number | null };
  /** The matching entries, and the lists that were searched. */
  readonly screened?: ScreeningFindings;
  /** Whether another user has shown the same document before; null if not checked. */
  readonly duplicatesFound?: boolean | null;
  readonly documentCheckResult?: DocumentCheckResult;
  readonly selfieVerificationResult?: SelfieVerificationResult;
  readonly documentCheckExtractedData?: DocumentExtractedData;
  /** Parts of the name on the document, for later checks; null if not read. */
  readonly holderNames?: DocumentName | null;
  /** Positions in the pictures, for people who inspect them. Not part of any API response. */
  readonly places?: readonly SidePlaces[];
  /** Position of the face in the document that a selfie was compared with. As confidential as `places`. */
  readonly portrait?: PortraitPlace;
  readonly creditCardVerificationResult?: CreditCardVerificationResult;
  readonly proofOfAddressCheckResult?: ProofOfAddressCheckResult;
  readonly proofOfAddressExtractedData?: ProofOfAddressExtractedData;
  readonly evidenceCollectionCheckResult?: EvidenceCollectionCheckResult;
}
