import type { z } from 'zod';

/**
 * Makes a member of a request optional. Null counts as left out, because many programs write every member they know and use
 * null for those without a value.
 */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}
