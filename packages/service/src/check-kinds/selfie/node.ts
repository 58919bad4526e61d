import type { SelfieCheckMember } from '@vendor/contract';
import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

const selfieMembers = [
  'livenessCheckResult',
  'faceMatchingResult',
] as const satisfies readonly SelfieCheckMember[];

/** The user shows the face, moving as asked. */
export const selfieNodeSchema = z.strictObject({
  kind: z.literal('selfie'),
  /** How often the user may try in all. */
  attempts: z.int().min(1).max(10).default(3),
  /** Status of the check when all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /** Picture to compare the face with: the portrait of the document shown before, one that the start request names, or none. */
  match: z.enum(['document', 'reference_image', 'none']).default('none'),
  /** The members of the result that must be PASS for the check to be APPROVED; left out: all that are asked for. */
  requires: z.array(z.enum(selfieMembers)).min(1).optional(),
  next: nodeIdSchema,
});
export type SelfieNode = z.infer<typeof selfieNodeSchema>;

/** The members of a selfie check that decide it. */
export function requiredOfSelfie({ requires, match }: SelfieNode): readonly SelfieCheckMember[] {
  return requires ?? (match === 'none' ? ['livenessCheckResult'] : selfieMembers);
}
