import { z } from 'zod';
import { workflowFileSchema } from './workflow-file.ts';

/**
 * The shape of a workflow's file as JSON Schema 2020-12, for editors and other programs. What nodes say of each other (names,
 * circles, facts that are known) it cannot tell: importing does.
 */
export function workflowJsonSchema(): object {
  return z.toJSONSchema(workflowFileSchema, { io: 'input' });
}
