import { z } from 'zod';
import { adminCellSchema } from './cell.ts';

/** One comparison of a condition, with the values compared. */
export const adminComparisonSchema = z.object({
  fact: z.string().meta({ description: 'Name of the fact in the workflow, such as `inputs.user_country`.' }),
  is: z.string().meta({ description: 'Comparison operator.' }),
  value: z.string().nullable().meta({ description: 'Value to compare with; null if there is none.' }),
  actual: adminCellSchema
    .nullable()
    .meta({ description: 'Actual value of the fact; null if it was missing.' }),
  truth: z
    .enum(['true', 'false', 'missing', 'hidden'])
    .meta({ description: 'Result of the comparison; hidden if it would reveal masked data.' }),
  sentence: z.string().meta({ description: 'The comparison in words, without the value of the fact.' }),
});

/** One node that the execution passed through. */
export const adminPathNodeSchema = z.object({
  nodeId: z.string().meta({ description: 'Id of the node in the workflow.' }),
  kind: z.string().meta({ description: 'Kind of the node.' }),
  status: z.string().nullable().meta({ description: 'Status of a finished check or of an end.' }),
  taken: z
    .enum(['if', 'else'])
    .nullable()
    .meta({ description: 'Branch that the execution took at a condition.' }),
  sentence: z.string().meta({ description: 'Description of what happened at the node.' }),
  comparisons: z
    .array(adminComparisonSchema)
    .meta({ description: 'Comparisons of a condition; empty for other nodes.' }),
  otherwise: z
    .string()
    .nullable()
    .meta({ description: 'What would have led to the other branch of a condition, in words.' }),
});
export type AdminPathNode = z.infer<typeof adminPathNodeSchema>;
