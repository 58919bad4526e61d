import { z } from 'zod';

/** The schema of a value that is there: without what lets it be left out or null, or counts it first. */
export function bareSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bareSchema(schema.unwrap());
  // One end of a pipe is a transformation, the other what comes into it or goes out of it.
  if (schema instanceof z.ZodPipe)
    return bareSchema(schema.out instanceof z.ZodTransform ? schema.in : schema.out);
  return schema;
}
