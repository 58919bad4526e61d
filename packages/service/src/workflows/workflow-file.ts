import { z } from 'zod';
import { workflowDefinitionSchema } from './definition.ts';

/**
 * A workflow in a file, written by `workflow export` and read by `workflow import`. Editors find its schema through `$schema`.
 */
export const workflowFileSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().optional(),
  definition: workflowDefinitionSchema,
});
