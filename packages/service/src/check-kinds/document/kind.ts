import {
  countryCodeSchema,
  type DocumentCheckMember,
  type DocumentType,
  documentCheckResultSchema,
  documentExtractedDataSchema,
  documentRetryReasons,
} from '@vendor/contract';
import { z } from 'zod';
import { type CaptureKind, duplicateFaults, type NodeFault, reasonsAmong } from '../check-kind.ts';
import { sandboxResultOf } from '../sandbox-result.ts';
import { documentFindings } from './findings.ts';
import { type DocumentNode, documentNodeSchema, requiredOfDocument } from './node.ts';

/** Asks the user for an identity document. */
export const documentKind: CaptureKind<typeof documentNodeSchema> = {
  schema: documentNodeSchema,
  label: 'Document check',
  checkType: 'DOCUMENT_CHECK',
  step: 'document',
  lane: 'checks',
  findings: documentFindings,
  facts: {
    duplicatesFound: z.boolean(),
    documentCheckResult: documentCheckResultSchema,
    documentCheckExtractedData: documentExtractedDataSchema.extend({ country: countryCodeSchema.nullable() }),
  },
  page: 'docs/checks.md',
  memberPages: {
    imageQualityCheckResult: 'docs/document-finder.md#blur-glare-and-light',
    dataIntegrityCheckResult: 'docs/mrz.md',
    barcodeAnomalyCheckResult: 'docs/licences.md',
    nameMatchCheckResult: 'docs/checks.md#how-names-are-compared',
    photocopyCheckResult: 'docs/photocopies.md',
  },
  retryReasons: documentRetryReasons,
  inputsOf: ({ sendName, sameHolder, requires }) => [
    ...(sendName ? (['user_fullname'] as const) : []),
    // With `sameHolder`, the birth date is compared with that of the earlier document, so the start request need not contain
    // it.
    ...(requires.includes('dateOfBirthCheckResult') && !sameHolder ? (['user_dob'] as const) : []),
  ],
  requiredOf: (node, findings) =>
    findings?.documentCheckResult ? requiredOfDocument(node, findings.documentCheckResult) : node.requires,
  faultsOf(node) {
    const { accepts } = node;
    const types = accepts.map(({ type }) => type);
    return [
      ...duplicateFaults(types, ['accepts'], 'accepts'),
      ...unmetRequirements(node),
      ...accepts.flatMap(({ type, sides }, index): NodeFault[] => {
        const path = ['accepts', index, 'sides'];
        // The front of every type has the portrait, the name and the other data that a face or input is compared with.
        const front: NodeFault[] = sides.includes('front')
          ? []
          : [[path, `does not ask for the front of ${type}, which has name and portrait`]];
        return [...duplicateFaults(sides, path, `asks of ${type} for`), ...front];
      }),
    ];
  },
  memberOfDocument: ({ sameHolder }) => (sameHolder ? 'sameHolder' : null),
  memberLimit: ({ minimumAge }, member) =>
    member === 'ageVerificationCheckResult' && minimumAge !== undefined
      ? `at least ${minimumAge} years old`
      : null,
  stepOf: ({ accepts, fileAllowed }, common, attempt) => ({
    ...common,
    kind: 'document',
    accepts,
    fileAllowed,
    reasons: reasonsAmong(documentRetryReasons, attempt),
    chosen: attempt.chosen,
  }),
  slotFault: ({ accepts }, _, slot) =>
    accepts.some(({ sides }) => sides.some((side) => side === slot))
      ? null
      : 'is not a side of any document that this step accepts',
  documentsOf: ({ accepts }) => accepts.map(({ type }) => type),
  submittedSlots: ({ accepts }, { chosen }) => accepts.find(({ type }) => type === chosen)?.sides ?? [],
  mediumOf: () => 'image',
  sandboxResult: ({ requires }, status, real) => ({
    documentCheckResult: sandboxResultOf(
      documentCheckResultSchema,
      status,
      real?.documentCheckResult,
      requires,
    ),
  }),
};

/** Document types that may carry the barcode that is read (docs/licences.md). */
const withBarcode: readonly DocumentType[] = ['NATIONAL_ID', 'DRIVERS_LICENSE'];

/**
 * Finds required members that the node never evaluates: it lacks the member to compare with, or accepts a type without a
 * barcode.
 */
function unmetRequirements({
  accepts,
  requires,
  sendName,
  sameHolder,
  minimumAge,
}: DocumentNode): NodeFault[] {
  const plain = accepts.find(({ type }) => !withBarcode.includes(type))?.type;
  const noBarcode = plain && `and no ${plain} has a barcode`;
  const missing: Partial<Record<DocumentCheckMember, string | false | undefined>> = {
    ageVerificationCheckResult: minimumAge === undefined && 'and there is no "minimumAge"',
    nameMatchCheckResult:
      !sendName && !sameHolder && 'and neither "sendName" nor "sameHolder" selects a name to compare with',
    barcodeAnomalyCheckResult: noBarcode,
    matchCheckResult: noBarcode,
  };
  return requires.flatMap((member, index): NodeFault[] =>
    missing[member] ? [[['requires', index], `requires ${member}, ${missing[member]}`]] : [],
  );
}
