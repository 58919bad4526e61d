import { z } from 'zod';
import { adminCellSchema } from './cell.ts';

/** One comparison of a condition, with the values compared. */
export const adminComparisonSchema = z.object({
  fact: z.string().meta({ description: 'As the workflow names it, such as `inputs.user_country`.' }),
  is: z.string().meta({ description: 'How it is compared.' }),
  value: z.string().nullable().meta({ description: 'What it is compared with; null: nothing.' }),
  actual: adminCellSchema.nullable().meta({ description: 'The value of the fact; null: it was missing.' }),
  truth: z
    .enum(['true', 'false', 'missing', 'hidden'])
    .meta({ description: 'What it came to; hidden: it would tell masked data.' }),
  sentence: z.string().meta({ description: 'The same in words, without the value of the fact.' }),
});

/** One node that the execution passed through. */
export const adminPathNodeSchema = z.object({
  nodeId: z.string().meta({ description: 'As the workflow calls it.' }),
  kind: z.string().meta({ description: 'Kind of the node.' }),
  status: z
    .string()
    .nullable()
    .meta({ description: 'Of a check that is decided, and of an end: the status.' }),
  taken: z.enum(['if', 'else']).nullable().meta({ description: 'Of a condition: the way it sent the walk.' }),
  sentence: z.string().meta({ description: 'What happened there, in words.' }),
  comparisons: z.array(adminComparisonSchema).meta({ description: 'Of a condition; empty for all else.' }),
  otherwise: z
    .string()
    .nullable()
    .meta({ description: 'Of a condition: what would have had to differ for the other way, in words.' }),
});
export type AdminPathNode = z.infer<typeof adminPathNodeSchema>;
