import { z } from 'zod';
import { decisionRequestSchema } from '../../execution.ts';
import { executionStatusSchema } from '../../status.ts';
import { adminActorSchema } from '../actor.ts';

const time = z.iso.datetime();

/** A decision on the execution. */
export const adminDecisionSchema = z.object({
  id: z.uuid().meta({ description: 'Names the decision.' }),
  status: z.enum(['APPROVED', 'DECLINED']).meta({ description: 'What was decided.' }),
  by: adminActorSchema.meta({ description: 'Who decided.' }),
  decidedAt: time.meta({ description: 'When.' }),
  hasComment: z.boolean().meta({ description: 'There is one.' }),
  comment: z.string().nullable().meta({
    description: 'Null: there is none, it was purged, or the person may not read what speaks of users.',
  }),
});
export type AdminDecision = z.infer<typeof adminDecisionSchema>;

/** Body of `POST executions/:id/decision`. */
export const adminDecisionRequestSchema = decisionRequestSchema.extend({
  revision: z.int().min(0).meta({ description: '`revision` of the run as the person saw it.' }),
});
export type AdminDecisionRequest = z.infer<typeof adminDecisionRequestSchema>;

/** `data` of `POST executions/:id/decision`. */
export const adminDecisionResultSchema = z.object({
  revision: z.int().meta({ description: '`revision` of the run with this decision.' }),
});

/** `changed` of the problem EXECUTION_CHANGED: the current revision, status and decisions of the execution. */
export const adminExecutionChangedSchema = z.object({
  revision: z.int().meta({ description: 'The present revision.' }),
  status: executionStatusSchema.meta({ description: 'The present status.' }),
  decisions: z
    .array(adminDecisionSchema.omit({ comment: true, hasComment: true }))
    .meta({ description: 'All decisions on it, the first one first. The run shows their comments.' }),
});
export type AdminExecutionChanged = z.infer<typeof adminExecutionChangedSchema>;
