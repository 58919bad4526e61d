import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Searches for the user's name in the operator's lists of people; invisible to the user. */
export const amlNodeSchema = z.strictObject({
  kind: z.literal('aml'),
  /** Ids under which the lists to search were imported. By default, all lists. */
  lists: z
    .array(z.string().regex(/^[a-z0-9-]{1,64}$/))
    .min(1)
    .max(64)
    .optional(),
  /**
   * Source of the name. `trigger`: the start request or a form, which must contain it. `document`: the earlier document, so
   * that the start request need not contain it. With either, both names are searched for if both are known.
   */
  name: z.enum(['trigger', 'document']).default('trigger'),
  /** Minimum similarity, from 0 to 1, at which an entry is a hit. */
  threshold: z.number().min(0.7).max(1).default(0.88),
  /** Status of the check if an entry has the same name and the same birth date. Any other hit is REVIEW. */
  onExactHit: z.enum(['REVIEW', 'DECLINED']).default('REVIEW'),
  next: nodeIdSchema,
});
export type AmlNode = z.infer<typeof amlNodeSchema>;
