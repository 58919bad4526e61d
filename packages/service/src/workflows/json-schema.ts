import { z } from 'zod';
import { workflowFileSchema } from './workflow-file.ts';

/**
 * Returns the JSON Schema 2020-12 of a workflow file, for editors and other programs. JSON Schema cannot express rules across
 * nodes (names, cycles, known facts); importing checks them.
 */
export function workflowJsonSchema(): object {
  return z.toJSONSchema(workflowFileSchema, { io: 'input' });
}
