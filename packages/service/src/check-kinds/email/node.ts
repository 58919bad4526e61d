import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Fraud check of the e-mail address; invisible to the user. */
export const emailNodeSchema = z.strictObject({ kind: z.literal('email'), next: nodeIdSchema });
export type EmailNode = z.infer<typeof emailNodeSchema>;
