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

/** The user shows an identity document. */
export const documentNodeSchema = z.strictObject({
  kind: z.literal('document'),
  /** Each type once, with the front at least: the portrait and the name are there. */
  accepts: distinct(
    z.strictObject({
      type: documentTypeSchema,
      sides: distinct(documentSideSchema, documentSideSchema.options.length, {
        contains: { const: 'front' },
      }),
    }),
    documentTypeSchema.options.length,
  ),
  /** How often the user may try in all. */
  attempts: z.int().min(1).max(10).default(3),
  /** Status of the check when all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /**
   * The members of the result that must be PASS for the check to be APPROVED. A name or birth date that was compared, a barcode
   * that was read and a minimum age must be so as well, listed or not.
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
  /** Whether the name is sent with the start request, to be compared with the document's. */
  sendName: z.boolean().default(false),
  /** True if name and birth date must match an earlier document, unless they are compared with other data. */
  sameHolder: z.boolean().default(false),
  /** Minimum age in years; none if missing. A younger holder is DECLINED. */
  minimumAge: z.int().min(1).max(150).optional(),
  /** Whether a picture may be chosen from a file instead of the camera. */
  fileAllowed: z.boolean().default(true),
  next: nodeIdSchema,
});
export type DocumentNode = z.infer<typeof documentNodeSchema>;

/**
 * Lists the members that must be PASS: those that the workflow lists, and, listed or not, those compared with what the backend
 * sent, a minimum age, the holder, and a barcode, which must follow its standard. A page that looks like a copy goes to REVIEW.
 */
export function requiredOfDocument(
  node: DocumentNode,
  outcomes: DocumentCheckOutcomes,
): readonly DocumentCheckMember[] {
  const looked = (
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
  return [...node.requires, ...looked, ...age, ...holder];
}
