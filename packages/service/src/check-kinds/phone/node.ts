import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Fraud check of the phone number; invisible to the user. */
export const phoneNodeSchema = z.strictObject({ kind: z.literal('phone'), next: nodeIdSchema });
export type PhoneNode = z.infer<typeof phoneNodeSchema>;
