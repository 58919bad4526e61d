import type { CheckType, DocumentCheckOutcomes } from '@vendor/contract';
import { requiredOfDocument } from '../../executions/judge-document.ts';
import { requiredOfLetter } from '../../executions/judge-files.ts';
import type { CheckFindings } from '../../executions/render-execution.ts';
import { requiredOfCard } from '../../workflows/file-nodes.ts';
import { type CheckNode, requiredOfSelfie } from '../../workflows/node.ts';

/** Page of the documentation about each kind of check. */
const pages: Readonly<Record<CheckNode['kind'], string>> = {
  document: 'docs/checks.md',
  selfie: 'docs/liveness.md',
  address: 'docs/address.md#what-is-judged',
  evidence: 'docs/address.md#evidence',
  card: 'docs/cards.md',
  email: 'docs/fraud.md#the-e-mail-address-email',
  phone: 'docs/fraud.md',
  ip: 'docs/fraud.md#the-address-ip',
  device: 'docs/fraud.md#the-device-device',
  aml: 'docs/aml.md#what-is-compared',
  'national-id': 'docs/registers.md',
};

/** The same by type, where the kind of a check is not known any more. */
export const pageOfType: Readonly<Record<CheckType, string>> = {
  DOCUMENT_CHECK: pages.document,
  SELFIE_CHECK: pages.selfie,
  POA_CHECK: pages.address,
  CREDIT_CARD_CHECK: pages.card,
  EVIDENCE_COLLECTION: pages.evidence,
  FRAUD_API: 'docs/fraud.md',
};

/** Pages about single members, by kind of check and member. */
const memberPages: Readonly<Record<string, string>> = {
  'document.imageQualityCheckResult': 'docs/document-finder.md#blur-glare-and-light',
  'document.dataIntegrityCheckResult': 'docs/mrz.md',
  'document.barcodeAnomalyCheckResult': 'docs/licences.md',
  'document.nameMatchCheckResult': 'docs/checks.md#how-names-are-compared',
  'document.photocopyCheckResult': 'docs/photocopies.md',
  'selfie.livenessCheckResult': 'docs/liveness.md#still-pictures',
  'selfie.faceMatchingResult': 'docs/liveness.md#likeness',
  'address.addressDocumentCheckResult': 'docs/address.md#what-kind-of-letter-it-is',
  'address.addressValidationCheckResult': 'docs/address.md#postal-codes',
  'address.fullAddressCheckResult': 'docs/address.md#whose-address-it-is',
  'address.nameMatchCheckResult': 'docs/checks.md#how-names-are-compared',
  'card.nameMatchCheckResult': 'docs/checks.md#how-names-are-compared',
};

/** Names the page that says how a member of a check is judged. @param member - null: the check as a whole. */
export function pageOf(kind: CheckNode['kind'], member: string | null = null): string {
  return memberPages[`${kind}.${member}`] ?? pages[kind];
}

/** Says the limit that the workflow sets for a member, in words; null: it sets none. */
export function memberLimit(node: CheckNode, member: string): string | null {
  switch (node.kind) {
    case 'document':
      return member === 'ageVerificationCheckResult' && node.minimumAge !== undefined
        ? `at least ${node.minimumAge} years old`
        : null;
    case 'address':
      return member === 'addressDocumentMustNotBeExpiredCheckResult'
        ? `at most ${node.maxAgeDays} days old`
        : null;
    case 'ip':
      return member === 'velocity'
        ? `at most ${node.usersPerAddress} users of an address and ${node.usersPerNetwork} of its network within a day`
        : null;
    case 'device':
      return member === 'users' ? `at most ${node.usersPerDevice} users of a device within 30 days` : null;
    case 'aml':
      return member === 'screening' ? `entries from a score of ${node.threshold} on` : null;
    default:
      return null;
  }
}

/** Says the limits of a check as a whole, in words; null: there are none. */
export function checkLimit(node: CheckNode): string | null {
  return node.kind === 'device'
    ? `REVIEW from a score of ${node.reviewFrom} on, DECLINED from ${node.declineFrom} on`
    : null;
}

/** Names the members that had to be PASS for the check to be APPROVED. */
export function requiredMembers(node: CheckNode, findings: CheckFindings | undefined): readonly string[] {
  switch (node.kind) {
    case 'document':
      return findings?.documentCheckResult
        ? requiredOfDocument(node, findings.documentCheckResult satisfies DocumentCheckOutcomes)
        : node.requires;
    case 'selfie':
      return requiredOfSelfie(node);
    case 'address':
      return findings?.proofOfAddressCheckResult
        ? requiredOfLetter(node, { outcomes: findings.proofOfAddressCheckResult })
        : [];
    case 'card':
      return requiredOfCard(node);
    case 'evidence':
      return ['fileCheckResult'];
    case 'aml':
      return ['screening', 'lists'];
    case 'ip':
    case 'device':
    case 'national-id':
      return node.requires;
    case 'email':
    case 'phone':
      return [];
  }
}
