import type { SelfieCheckMember } from '@vendor/contract';
import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

const selfieMembers = [
  'livenessCheckResult',
  'faceMatchingResult',
] as const satisfies readonly SelfieCheckMember[];

/** Asks the user for a selfie in the requested poses. */
export const selfieNodeSchema = z.strictObject({
  kind: z.literal('selfie'),
  /** Maximum number of attempts in total. */
  attempts: z.int().min(1).max(10).default(3),
  /** Status of the check if all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /**
   * Picture to compare the face with: the portrait of the earlier document, the reference image of the start request, or none.
   */
  match: z.enum(['document', 'reference_image', 'none']).default('none'),
  /**
   * Members of the result that must be PASS for the check to be APPROVED. By default: liveness, and the face match if there is
   * a picture to compare with.
   */
  requires: z.array(z.enum(selfieMembers)).min(1).optional(),
  next: nodeIdSchema,
});
export type SelfieNode = z.infer<typeof selfieNodeSchema>;

/** Lists the members that decide a selfie check. */
export function requiredOfSelfie({ requires, match }: SelfieNode): readonly SelfieCheckMember[] {
  return requires ?? (match === 'none' ? ['livenessCheckResult'] : selfieMembers);
}
