import { z } from 'zod';
import { decisionRequestSchema } from '../../execution.ts';
import { executionStatusSchema } from '../../status.ts';
import { adminActorSchema } from '../actor.ts';

const time = z.iso.datetime();

/** A decision on the execution. */
export const adminDecisionSchema = z.object({
  id: z.uuid().meta({ description: 'Id of the decision.' }),
  status: z.enum(['APPROVED', 'DECLINED']).meta({ description: 'Decided status.' }),
  by: adminActorSchema.meta({ description: 'Who decided.' }),
  decidedAt: time.meta({ description: 'When.' }),
  hasComment: z.boolean().meta({ description: 'Whether there is a comment.' }),
  comment: z.string().nullable().meta({
    description:
      'Comment; null if there is none, it was purged, or the person may not read data about users.',
  }),
});
export type AdminDecision = z.infer<typeof adminDecisionSchema>;

/** Body of `POST executions/:id/decision`. */
export const adminDecisionRequestSchema = decisionRequestSchema.extend({
  revision: z.int().min(0).meta({ description: '`revision` of the run on which the decision is based.' }),
});
export type AdminDecisionRequest = z.infer<typeof adminDecisionRequestSchema>;

/** `data` of `POST executions/:id/decision`. */
export const adminDecisionResultSchema = z.object({
  revision: z.int().meta({ description: '`revision` of the run after this decision.' }),
});

/** `changed` of the problem EXECUTION_CHANGED: the current revision, status and decisions of the execution. */
export const adminExecutionChangedSchema = z.object({
  revision: z.int().meta({ description: 'Current revision.' }),
  status: executionStatusSchema.meta({ description: 'Current status.' }),
  decisions: z
    .array(adminDecisionSchema.omit({ comment: true, hasComment: true }))
    .meta({ description: 'All decisions, oldest first. Their comments are part of the run.' }),
});
export type AdminExecutionChanged = z.infer<typeof adminExecutionChangedSchema>;
