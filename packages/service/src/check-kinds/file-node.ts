import { z } from 'zod';
import { nodeIdSchema } from '../workflows/node-id.ts';

/** Members of every node that collects pictures or files. */
export const fileNodeShape = {
  /** How often the user may try in all. */
  attempts: z.int().min(1).max(10).default(3),
  /** Status of the check when all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /** Whether a file may be chosen instead of the camera. */
  fileAllowed: z.boolean().default(true),
  next: nodeIdSchema,
};
