import { z } from 'zod';
import { adminActorSchema } from './actor.ts';

const time = z.iso.datetime();
const mode = z.enum(['live', 'test']);
const days = z.int().min(1).max(3650).nullable();

/** How long the data of one mode is kept, and how many executions are due to be purged. */
export const adminKeptTimeSchema = z.object({
  mode: mode.meta({ description: 'live or test.' }),
  days: days.meta({
    description:
      'Days after the end of an execution until its personal data is purged; null to keep it for ever.',
  }),
  due: z
    .object({
      count: z.int().min(0).meta({ description: 'Number of executions, counted up to 1,000.' }),
      capped: z.boolean().meta({ description: 'Whether there are more.' }),
    })
    .meta({ description: 'Executions that are due to be purged now.' }),
  waits: z.boolean().meta({
    description:
      'Whether an operator must confirm the purges, because an unusual share is more than six hours late.',
  }),
  firstPurgeAt: time.nullable().meta({
    description: 'Time at which the first purge is expected; null if none is or it waits for an operator.',
  }),
});
export type AdminKeptTime = z.infer<typeof adminKeptTimeSchema>;

/** `data` of `GET retention` and `PUT retention`. */
export const adminRetentionSchema = z.object({
  kept: z.array(adminKeptTimeSchema).meta({ description: 'Retention of each mode that the person may see.' }),
});
export type AdminRetention = z.infer<typeof adminRetentionSchema>;

/** Body of `POST retention/plan`. */
export const adminRetentionPlanRequestSchema = z.object({
  mode: mode.meta({ description: 'live or test.' }),
  days: days.meta({ description: 'Days to keep data; null for ever.' }),
});
export type AdminRetentionPlanRequest = z.infer<typeof adminRetentionPlanRequestSchema>;

/** Body of `PUT retention`. */
export const adminRetentionRequestSchema = adminRetentionPlanRequestSchema.extend({
  before: days.meta({
    description:
      'Days on which the change is based. Refused with SETTING_CHANGED if they are not the current ones.',
  }),
});
export type AdminRetentionRequest = z.infer<typeof adminRetentionRequestSchema>;

/** One execution whose personal data was removed. */
export const adminDisposalSchema = z.object({
  executionId: z.string().meta({ description: 'The execution.' }),
  mode: mode.meta({ description: 'live or test.' }),
  at: time.meta({ description: 'Time at which its data was removed.' }),
  cause: z.enum(['retention', 'erasure', 'operator', 'person', 'sample', 'restore', 'other']).meta({
    description:
      'retention: the retention time had passed; erasure: the user was erased on request; operator, person: it was purged by hand; sample: sample data was removed; restore: a backup had restored it, or it had not ended when the user was erased; other: unknown.',
  }),
  by: adminActorSchema.meta({ description: 'Actor that removed it.' }),
  orderedBy: adminActorSchema.nullable().meta({
    description: 'Actor that ordered the removal by the service; null if nobody did or it was not recorded.',
  }),
  files: z.int().nullable().meta({
    description: 'Number of pictures, videos and files that were removed; null if it was not recorded.',
  }),
});
export type AdminDisposal = z.infer<typeof adminDisposalSchema>;

/** `data` of `GET disposals`. */
export const adminDisposalListSchema = z.object({
  disposals: z.array(adminDisposalSchema).meta({ description: 'Disposals, newest first.' }),
  next: z.string().nullable().meta({ description: 'Cursor of the next page; null on the last page.' }),
});
export type AdminDisposalList = z.infer<typeof adminDisposalListSchema>;
