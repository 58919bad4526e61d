import { z } from 'zod';
import { checkSchema, mediaOnlyCheckSchema } from './check.ts';
import { optional } from './optional.ts';
import { executionStatusSchema } from './status.ts';

/** Levels of identity proofing (section 3.3). */
export const loipResults = ['BASELINE', 'EXTENDED', 'NONE', 'NOT_PERFORMED'] as const;

/** `loip` of the execution object (section 2.6). */
export const loipSchema = z.object({
  /** The highest level whose conditions were met. */
  result: z.enum(loipResults),
  /** Time at which the level was determined. */
  evaluatedAt: z.iso.datetime(),
  /** Conditions that were not met. Present only if the result is NONE. */
  unmetConditions: z.array(z.object({ condition: z.string(), reason: z.string().optional() })).optional(),
});
export type Loip = z.infer<typeof loipSchema>;

/** The execution object: `data` of a read and of every webhook (section 2.6). */
export const executionSchema = z.object({
  /** The `executionId` of the start. */
  id: z.uuid(),
  /** PENDING until the flow has finished or its time has run out. */
  status: executionStatusSchema,
  /** The workflow, with the name that the Admin Panel shows. */
  workflow: z.object({ id: z.uuid(), name: z.string() }),
  /** Time of the start. */
  createdAt: z.iso.datetime(),
  /** Time at which personal data was removed; null before. */
  dataPurgedAt: z.iso.datetime().nullable(),
  /** Level of identity proofing. Present only if the workflow defines levels. */
  loip: loipSchema.optional(),
  /** Checks that ran, ordered by `startedAt`; null while PENDING, and while their details cannot be read (ask again later). */
  checks: z.array(checkSchema).nullable(),
});
export type Execution = z.infer<typeof executionSchema>;

/** The execution object of a read with `mediaOnly=true`. */
export const mediaOnlyExecutionSchema = executionSchema.extend({
  /** Checks that ran, ordered by `startedAt`; null while PENDING, empty after a purge. */
  checks: z.array(mediaOnlyCheckSchema).nullable(),
});
export type MediaOnlyExecution = z.infer<typeof mediaOnlyExecutionSchema>;

/** Body of `PATCH workflow-execution/{id}` (section 2.7). */
export const decisionRequestSchema = z.object({
  /** Status to set. It may be the present one. */
  status: z.enum(['APPROVED', 'DECLINED']),
  /** Comment of at most 250 Unicode code points. */
  comment: optional(
    z.string().refine((comment) => [...comment].length <= 250, { error: 'must have at most 250 characters' }),
  ),
});
export type DecisionRequest = z.infer<typeof decisionRequestSchema>;
