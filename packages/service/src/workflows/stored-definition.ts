import { storedDefinitionSchema, type WorkflowDefinition } from './definition.ts';

/**
 * Parses a stored definition and drops unknown members. A version stored by a later release must still run after a downgrade to
 * this one, and so must a version that an earlier release accepted.
 *
 * @throws {ZodError} if the text is not a definition even without unknown members.
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
