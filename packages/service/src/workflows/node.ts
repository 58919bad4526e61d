import {
  captureSlotSchema,
  type DocumentCheckMember,
  documentCheckResultSchema,
  documentTypeSchema,
} from '@vendor/contract';
import { z } from 'zod';

/** The name of a node, unique within its workflow. It is part of client addresses, hence the plain alphabet. */
export const nodeIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/);

const documentMembers = Object.keys(documentCheckResultSchema.shape).filter(
  (member): member is DocumentCheckMember => member !== 'overallResult',
);

/** The user shows an identity document. */
export const documentNodeSchema = z.object({
  kind: z.literal('document'),
  accepts: z.array(z.object({ type: documentTypeSchema, sides: z.array(captureSlotSchema).min(1) })).min(1),
  /** How often the user may try in all. */
  attempts: z.int().min(1).max(10).default(3),
  /** What the check becomes when all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /**
   * The members of the result that must be PASS for the check to be APPROVED. A name or birth date that was compared must be
   * so as well, listed or not.
   */
  requires: z
    .array(z.enum(documentMembers))
    .default([
      'imageQualityCheckResult',
      'documentValidityCheckResult',
      'formatCheckResult',
      'logicCheckResult',
      'dataIntegrityCheckResult',
    ]),
  /** Whether the name is sent with the start request, to be compared with the document's. */
  sendName: z.boolean().default(false),
  /** Whether a picture may be chosen from a file instead of the camera. */
  fileAllowed: z.boolean().default(true),
  next: nodeIdSchema,
});
export type DocumentNode = z.infer<typeof documentNodeSchema>;

/** Fraud check of the e-mail address; invisible to the user. */
export const emailNodeSchema = z.object({ kind: z.literal('email'), next: nodeIdSchema });

/** Fraud check of the phone number; invisible to the user. */
export const phoneNodeSchema = z.object({ kind: z.literal('phone'), next: nodeIdSchema });

/** The walk is over. BY_RULE: the worst check decides. */
export const endNodeSchema = z.object({
  kind: z.literal('end'),
  status: z.enum(['BY_RULE', 'APPROVED', 'REVIEW', 'DECLINED']).default('BY_RULE'),
});

export const nodeSchema = z.discriminatedUnion('kind', [
  documentNodeSchema,
  emailNodeSchema,
  phoneNodeSchema,
  endNodeSchema,
]);
export type WorkflowNode = z.infer<typeof nodeSchema>;

/** A node that runs a check. */
export type CheckNode = Exclude<WorkflowNode, { kind: 'end' }>;

/** A node that asks the user for something. */
export type InteractiveNode = Extract<WorkflowNode, { kind: 'document' }>;

/** Whether the node asks the user for something. */
export function isInteractive(node: WorkflowNode): node is InteractiveNode {
  return node.kind === 'document';
}
