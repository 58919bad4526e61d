import { checkBody } from '../../faults.ts';
import { holdsMoreValues } from '../../http/bodies/json-values.ts';
import { nestsDeeper } from '../../json-depth.ts';
import { workflowDefinitionSchema } from '../../workflows/definition.ts';

/** Limits on the JSON of a definition: far above any real one, and low enough to check cheaply. */
const limits = { depth: 64, values: 10_000 } as const;

/**
 * Parses JSON text as a definition: returns it, or all its faults with their places. @throws {SyntaxError} for a text that is
 * not JSON.
 */
export function checkDefinition(
  content: string,
): ReturnType<typeof checkBody<typeof workflowDefinitionSchema>> {
  const fault = (detail: string) => ({
    data: null,
    faults: [{ pointer: '', code: 'INVALID_REQUEST_BODY', detail }],
  });
  // Checked before parsing further, because recursive functions would overflow the stack.
  if (nestsDeeper(content, limits.depth)) return fault(`is nested more than ${limits.depth} levels deep`);
  if (holdsMoreValues(content, limits.values))
    return fault(`has more than ${limits.values} members and elements in total`);
  return checkBody(workflowDefinitionSchema, JSON.parse(content), 'INVALID_REQUEST_BODY');
}
