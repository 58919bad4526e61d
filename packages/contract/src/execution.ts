import { z } from 'zod';
import { checkSchema, mediaOnlyCheckSchema } from './check.ts';
import { executionStatusSchema } from './status.ts';

/** Levels of identity proofing (section 3.3). */
export const loipResults = ['BASELINE', 'EXTENDED', 'NONE', 'NOT_PERFORMED'] as const;
export const loipSchema = z.object({
  result: z.enum(loipResults),
  evaluatedAt: z.iso.datetime(),
  /** Present only when the result is NONE. */
  unmetConditions: z.array(z.object({ condition: z.string(), reason: z.string().optional() })).optional(),
});
export type Loip = z.infer<typeof loipSchema>;

/** The execution object: `data` of a read and of every webhook (section 2.6). */
export const executionSchema = z.object({
  id: z.uuid(),
  status: executionStatusSchema,
  workflow: z.object({ id: z.uuid(), name: z.string() }),
  createdAt: z.iso.datetime(),
  /** When personal data was removed; null before. */
  dataPurgedAt: z.iso.datetime().nullable(),
  /** Present only when the workflow is configured for it. */
  loip: loipSchema.optional(),
  /** Ordered by `startedAt`; null while PENDING. */
  checks: z.array(checkSchema).nullable(),
});
export type Execution = z.infer<typeof executionSchema>;

/** The execution object of a read with `mediaOnly=true`. */
export const mediaOnlyExecutionSchema = executionSchema.extend({
  checks: z.array(mediaOnlyCheckSchema).nullable(),
});
export type MediaOnlyExecution = z.infer<typeof mediaOnlyExecutionSchema>;

/** Body of `PATCH workflow-execution/{id}` (section 2.7). */
export const decisionRequestSchema = z.object({
  status: z.enum(['APPROVED', 'DECLINED']),
  /** At most 250 Unicode code points; null counts as absent. */
  comment: z
    .string()
    .refine((comment) => [...comment].length <= 250, { error: 'must have at most 250 characters' })
    .nullish(),
});
export type DecisionRequest = z.infer<typeof decisionRequestSchema>;
