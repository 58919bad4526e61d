import { z } from 'zod';
import { checkSchema, mediaOnlyCheckSchema } from './check.ts';
import { optional } from './optional.ts';
import { executionStatusSchema } from './status.ts';

/** Levels of identity proofing (section 3.3). */
export const loipResults = ['BASELINE', 'EXTENDED', 'NONE', 'NOT_PERFORMED'] as const;

/** `loip` of the execution object (section 2.6). */
export const loipSchema = z.object({
  result: z.enum(loipResults).meta({ description: 'The highest level whose conditions were met.' }),
  evaluatedAt: z.iso.datetime().meta({ description: 'Time at which the level was determined.' }),
  unmetConditions: z
    .array(z.object({ condition: z.string(), reason: z.string().optional() }))
    .optional()
    .meta({ description: 'Conditions that were not met. Present only if the result is NONE.' }),
});
export type Loip = z.infer<typeof loipSchema>;

/** The execution object: `data` of a read and of every webhook (section 2.6). */
export const executionSchema = z.object({
  id: z.uuid().meta({ description: 'The `executionId` of the start.' }),
  status: executionStatusSchema.meta({
    description: 'PENDING until the flow has finished or expired.',
  }),
  workflow: z
    .object({ id: z.uuid(), name: z.string() })
    .meta({ description: 'The workflow, with the name that the Admin Panel shows.' }),
  createdAt: z.iso.datetime().meta({ description: 'Time of the start.' }),
  dataPurgedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time at which personal data was removed; null before.' }),
  loip: loipSchema
    .optional()
    .meta({ description: 'Level of identity proofing. Present only if the workflow defines levels.' }),
  checks: z.array(checkSchema).nullable().meta({
    description:
      'Checks that ran, ordered by `startedAt`; null while PENDING, and while their details cannot be read (ask again later).',
  }),
});
export type Execution = z.infer<typeof executionSchema>;

/** The execution object of a read with `mediaOnly=true`. */
export const mediaOnlyExecutionSchema = executionSchema.extend({
  checks: z.array(mediaOnlyCheckSchema).nullable().meta({
    description: 'Checks that ran, ordered by `startedAt`; null while PENDING, empty after a purge.',
  }),
});
export type MediaOnlyExecution = z.infer<typeof mediaOnlyExecutionSchema>;

/** Body of `PATCH workflow-execution/{id}` (section 2.7). */
export const decisionRequestSchema = z.object({
  status: z.enum(['APPROVED', 'DECLINED']).meta({ description: 'Status to set. It may be the present one.' }),
  comment: optional(
    z.string().refine((comment) => [...comment].length <= 250, { error: 'must have at most 250 characters' }),
  ).meta({ description: 'Comment of at most 250 Unicode code points.' }),
});
export type DecisionRequest = z.infer<typeof decisionRequestSchema>;
