import {
  type DocumentCheckMember,
  type DocumentCheckOutcomes,
  documentCheckResultSchema,
  documentSideSchema,
  documentTypeSchema,
} from '@vendor/contract';
import { z } from 'zod';
import { distinct } from '../../workflows/distinct.ts';
import { nodeIdSchema } from '../../workflows/node-id.ts';

const documentMembers = Object.keys(documentCheckResultSchema.shape).filter(
  (member): member is DocumentCheckMember => member !== 'overallResult',
);

/** Asks the user for an identity document. */
export const documentNodeSchema = z.strictObject({
  kind: z.literal('document'),
  /** Accepted types, without duplicates. The front is always required, because it has the portrait and the name. */
  accepts: distinct(
    z.strictObject({
      type: documentTypeSchema,
      sides: distinct(documentSideSchema, documentSideSchema.options.length, {
        contains: { const: 'front' },
      }),
    }),
    documentTypeSchema.options.length,
  ),
  /** Maximum number of attempts in total. */
  attempts: z.int().min(1).max(10).default(3),
  /** Status of the check if all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /**
   * Members of the result that must be PASS for the check to be APPROVED. A compared name or birth date, a barcode that was
   * read and a minimum age must be PASS even if not listed.
   */
  requires: z
    .array(z.enum(documentMembers))
    .min(1)
    .default([
      'imageQualityCheckResult',
      'documentValidityCheckResult',
      'formatCheckResult',
      'logicCheckResult',
      'dataIntegrityCheckResult',
    ]),
  /** Whether the start request sends the name to compare with the document's. */
  sendName: z.boolean().default(false),
  /** Whether name and birth date must match an earlier document, unless they are compared with other data. */
  sameHolder: z.boolean().default(false),
  /** Minimum age in years; no minimum if missing. A younger holder is DECLINED. */
  minimumAge: z.int().min(1).max(150).optional(),
  /** Whether the user may choose a picture from a file instead of using the camera. */
  fileAllowed: z.boolean().default(true),
  next: nodeIdSchema,
});
export type DocumentNode = z.infer<typeof documentNodeSchema>;

/**
 * Lists the members that must be PASS: those that the workflow requires and, even if not listed, everything compared with other
 * data, the minimum age, the holder, and the barcode, which must follow its standard. A page that looks like a copy goes to
 * REVIEW.
 */
export function requiredOfDocument(
  node: DocumentNode,
  outcomes: DocumentCheckOutcomes,
): readonly DocumentCheckMember[] {
  const performed = (
    [
      'nameMatchCheckResult',
      'dateOfBirthCheckResult',
      'barcodeAnomalyCheckResult',
      'matchCheckResult',
      'photocopyCheckResult',
    ] as const
  ).filter((member) => outcomes[member] !== 'NOT_PERFORMED');
  const age = node.minimumAge === undefined ? [] : (['ageVerificationCheckResult'] as const);
  const holder = node.sameHolder ? (['nameMatchCheckResult'] as const) : [];
  return [...node.requires, ...performed, ...age, ...holder];
}
