import { z } from 'zod';
import { adminActorSchema } from './actor.ts';

const time = z.iso.datetime();
const mode = z.enum(['live', 'test']);
const days = z.int().min(1).max(3650).nullable();

/** How long the data of one mode is kept, and how many executions are due to be purged. */
export const adminKeptTimeSchema = z.object({
  mode: mode.meta({ description: 'live or test.' }),
  days: days.meta({
    description: 'Days after the end of an execution until its personal data is purged; null: for ever.',
  }),
  due: z
    .object({
      count: z.int().min(0).meta({ description: 'How many, counted up to 1,000.' }),
      capped: z.boolean().meta({ description: 'There are more.' }),
    })
    .meta({ description: 'Executions that are due to be purged now.' }),
  waits: z.boolean().meta({
    description: 'They are an unusual share, late by more than six hours: an operator must confirm them.',
  }),
  firstPurgeAt: time.nullable().meta({
    description: 'When the first purge is to be expected; null: none is, or it waits for an operator.',
  }),
});
export type AdminKeptTime = z.infer<typeof adminKeptTimeSchema>;

/** `data` of `GET retention` and `PUT retention`. */
export const adminRetentionSchema = z.object({
  kept: z.array(adminKeptTimeSchema).meta({ description: 'One for each mode that the person may see.' }),
});
export type AdminRetention = z.infer<typeof adminRetentionSchema>;

/** Body of `POST retention/plan`. */
export const adminRetentionPlanRequestSchema = z.object({
  mode: mode.meta({ description: 'live or test.' }),
  days: days.meta({ description: 'Days to keep data for; null: for ever.' }),
});
export type AdminRetentionPlanRequest = z.infer<typeof adminRetentionPlanRequestSchema>;

/** Body of `PUT retention`. */
export const adminRetentionRequestSchema = adminRetentionPlanRequestSchema.extend({
  before: days.meta({
    description: 'The days that were seen: another value is refused with SETTING_CHANGED.',
  }),
});
export type AdminRetentionRequest = z.infer<typeof adminRetentionRequestSchema>;

/** One execution whose personal data was removed. */
export const adminDisposalSchema = z.object({
  executionId: z.string().meta({ description: 'The execution.' }),
  mode: mode.meta({ description: 'live or test.' }),
  at: time.meta({ description: 'When its data was removed.' }),
  cause: z.enum(['retention', 'erasure', 'operator', 'person', 'sample', 'restore', 'other']).meta({
    description:
      'retention: its time was over; erasure: a person demanded it; operator, person: this one was purged by hand; sample: sample data was removed; restore: a backup had brought it back, or it had not ended when a person was erased; other: that was not kept.',
  }),
  by: adminActorSchema.meta({ description: 'Who removed it.' }),
  orderedBy: adminActorSchema.nullable().meta({
    description: 'Who had the service remove it; null: nobody, or that was not kept then.',
  }),
  files: z
    .int()
    .nullable()
    .meta({ description: 'Pictures, videos and files that were removed; null: that was not kept then.' }),
});
export type AdminDisposal = z.infer<typeof adminDisposalSchema>;

/** `data` of `GET disposals`. */
export const adminDisposalListSchema = z.object({
  disposals: z.array(adminDisposalSchema).meta({ description: 'The newest first.' }),
  next: z.string().nullable().meta({ description: 'Cursor of the next page; null: there is none.' }),
});
export type AdminDisposalList = z.infer<typeof adminDisposalListSchema>;
