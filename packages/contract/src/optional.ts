import type { z } from 'zod';

/**
 * A member of a request that can be left out. Null counts as left out: many programs write every member they know, and null
 * for those without a value.
 */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}
