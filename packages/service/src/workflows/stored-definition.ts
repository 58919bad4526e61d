import { storedDefinitionSchema, type WorkflowDefinition } from './definition.ts';

/**
 * The definition of a version as it was stored. Members that are unknown here are left out: a version never changes, and one
 * that a later release has stored is to run after a return to this one, as one that an earlier release took.
 *
 * @throws {ZodError} when it is no definition, whatever is left out.
 */
export function storedDefinition(text: string): WorkflowDefinition {
  const given: unknown = JSON.parse(text);
  const { error, data } = storedDefinitionSchema.safeParse(given);
  if (data) return data;
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const place = issue.path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown>)[step], given);
    for (const key of issue.keys) delete (place as Record<string, unknown>)[key];
  }
  return storedDefinitionSchema.parse(given);
}
