import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Looks for the user's name in the operator's lists of people; invisible to the user. */
export const amlNodeSchema = z.strictObject({
  kind: z.literal('aml'),
  /** The lists to look into, by the ids they were imported under; left out: all that there are. */
  lists: z
    .array(z.string().regex(/^[a-z0-9-]{1,64}$/))
    .min(1)
    .max(64)
    .optional(),
  /**
   * `trigger`: the name is in the start request or a form. `document`: it may be missing, and is taken from the earlier document.
   * In any case, both names are searched if both are known.
   */
  name: z.enum(['trigger', 'document']).default('trigger'),
  /** How like an entry must be to be a hit. */
  threshold: z.number().min(0.7).max(1).default(0.88),
  /** Status of the check when an entry has the same name and the same birth date; any other hit is REVIEW. */
  onExactHit: z.enum(['REVIEW', 'DECLINED']).default('REVIEW'),
  next: nodeIdSchema,
});
export type AmlNode = z.infer<typeof amlNodeSchema>;
