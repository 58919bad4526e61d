import { z } from 'zod';

/** Returns the schema of a present value, without wrappers that make it optional, nullable or limited in number. */
export function bareSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bareSchema(schema.unwrap());
  // One end of a pipe is a transformation; the other is its input or output.
  if (schema instanceof z.ZodPipe)
    return bareSchema(schema.out instanceof z.ZodTransform ? schema.in : schema.out);
  return schema;
}
