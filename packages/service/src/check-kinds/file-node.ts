import { z } from 'zod';
import { nodeIdSchema } from '../workflows/node-id.ts';

/** Members of every node that collects pictures or files. */
export const fileNodeShape = {
  /** Maximum number of attempts in total. */
  attempts: z.int().min(1).max(10).default(3),
  /** Status of the check if all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /** Whether the user may choose a file instead of using the camera. */
  fileAllowed: z.boolean().default(true),
  next: nodeIdSchema,
};
