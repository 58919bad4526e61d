import { z } from 'zod';
import { workflowDefinitionSchema } from './definition.ts';

/** A workflow in a file: what `workflow export` writes and `workflow import` reads. Editors find its schema by `$schema`. */
export const workflowFileSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().optional(),
  definition: workflowDefinitionSchema,
});
