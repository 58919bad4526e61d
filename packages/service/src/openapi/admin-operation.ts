import { z } from 'zod';

/** Description of an endpoint of the Admin Panel besides its method, path and access. */
export interface AdminOperation {
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** `data` of the reply, or media types for a reply that is not JSON. */
  readonly reply: z.ZodType | readonly string[];
}

/** Query parameters that several routes share. */
export const modeParameter = z
  .enum(['live', 'test'])
  .optional()
  .describe('Only this mode; by default every mode that the person may access.');
export const oneModeParameter = z
  .enum(['live', 'test'])
  .optional()
  .describe('Mode; by default live if the person may access it, otherwise test.');
export const placeParameter = z.string().optional().describe('`next` of the previous page.');
export const limitParameter = z.int().min(1).max(200).optional().describe('Maximum number of entries.');

/** Describes a parameter that accepts any text. */
export function textParameter(description: string) {
  return z.string().optional().describe(description);
}
