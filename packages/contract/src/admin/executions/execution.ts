import { z } from 'zod';
import { platformSchema } from '../../check.ts';
import { webhookEventSchema } from '../../webhook.ts';
import { webhookDeliveryStates } from '../../webhook-log.ts';
import { adminActorSchema } from '../actor.ts';
import { adminAgreementSchema } from './agreement.ts';
import { namedCellSchema } from './cell.ts';
import { adminCheckSchema } from './check.ts';
import { adminDecisionSchema } from './decision.ts';
import { adminEvidenceSchema } from './evidence.ts';
import { adminExecutionRowSchema } from './execution-list.ts';
import { adminPathNodeSchema } from './path.ts';

const time = z.iso.datetime();

/** Other executions of the account that share something with this one, such as the user or the device. */
export const adminElsewhereSchema = z.object({
  by: z
    .enum(['user', 'document', 'device', 'address', 'frame', 'other'])
    .meta({ description: 'What they share. other: one of these, and no longer known which.' }),
  executions: z.array(adminExecutionRowSchema).meta({ description: 'At most 20, the newest first.' }),
  isCapped: z.boolean().meta({ description: 'There are more.' }),
});
export type AdminElsewhere = z.infer<typeof adminElsewhereSchema>;

/** The delivery of an event about the execution to one endpoint. */
export const adminRunDeliverySchema = z.object({
  id: z.uuid().meta({ description: 'Names the delivery.' }),
  endpointId: z.uuid().meta({ description: 'The endpoint that it goes to.' }),
  event: webhookEventSchema.meta({ description: 'What happened.' }),
  url: z.string().meta({ description: 'Where it goes, without query.' }),
  state: z.enum(webhookDeliveryStates).meta({ description: 'How it stands.' }),
  attempts: z.int().meta({ description: 'How often it was tried.' }),
  lastStatus: z.int().nullable().meta({ description: 'HTTP status of the last answer.' }),
  lastError: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
  emittedAt: time.meta({ description: 'When the event was emitted.' }),
});

/** An event of the audit trail about the execution. */
export const adminRunEventSchema = z.object({
  seq: z.int().meta({ description: 'Place in the trail of the account.' }),
  at: time.meta({ description: 'When.' }),
  by: adminActorSchema.meta({ description: 'Who acted.' }),
  act: z.string().meta({ description: 'What was done, such as `execution.decide`.' }),
  changes: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'What changed, as `[old, new]` or the new value.' }),
  address: z.string().nullable().meta({ description: 'Where it came from.' }),
});

/** Why the person cannot do something now; null if they can. */
const obstacleSchema = z.enum(['ROLE', 'NOT_ENDED', 'PURGED', 'NO_RESULT', 'NO_RECEIVER']).nullable();

/** `data` of `GET executions/:id` and of a reveal: everything the panel shows of a run. */
export const adminExecutionSchema = adminExecutionRowSchema.extend({
  isMasked: z.boolean().meta({ description: 'Personal data shows its ends alone; a reveal shows it.' }),
  isReadable: z
    .boolean()
    .meta({ description: 'False: what the checks found cannot be opened, and is left out.' }),
  begunAt: time.nullable().meta({ description: 'When the user began; null: not yet, or never.' }),
  openUntil: time
    .nullable()
    .meta({ description: 'Until when the user can begin or finish; null once ended.' }),
  platform: platformSchema.nullable().meta({ description: 'Kind of device that the user came with.' }),
  loip: z
    .string()
    .nullable()
    .meta({ description: 'Level of identity proofing; null where the workflow has none.' }),
  may: z
    .object({
      reveal: obstacleSchema,
      decide: obstacleSchema,
      resend: obstacleSchema,
      seeMedia: obstacleSchema,
      sendLink: obstacleSchema,
    })
    .meta({
      description:
        'What the person may do to it now: null, or why not. ROLE: the role does not allow it; NOT_ENDED: it goes on; NO_RESULT: it ended with ERROR; NO_RECEIVER: no enabled endpoint subscribes to `sync`.',
    }),
  stage: z.array(z.string()).meta({ description: 'How far the user came, in sentences.' }),
  why: z
    .array(z.string())
    .meta({ description: 'Why it has its status, in sentences; empty while it goes on.' }),
  inputs: z.array(namedCellSchema).meta({ description: 'What was sent or typed; empty once purged.' }),
  evidence: z.array(adminEvidenceSchema).meta({ description: 'What was handed in; empty once purged.' }),
  checks: z.array(adminCheckSchema).meta({ description: 'In the order they were started.' }),
  agreement: z
    .array(adminAgreementSchema)
    .meta({ description: 'Facts that several places state, or one that was compared.' }),
  path: z
    .array(adminPathNodeSchema)
    .meta({ description: 'The nodes that the walk came by, in order; empty once purged.' }),
  elsewhere: z
    .array(adminElsewhereSchema)
    .meta({ description: 'Executions that share user, document, device or address.' }),
  decisions: z.array(adminDecisionSchema).meta({ description: 'The first one first; the last one counts.' }),
  deliveries: z
    .array(adminRunDeliverySchema)
    .meta({ description: 'The oldest event first; kept for 30 days.' }),
  events: z
    .array(adminRunEventSchema)
    .meta({ description: 'The last 100 events of the audit trail about it, the newest first.' }),
  notStored: z.array(z.string()).meta({
    description:
      'What of a run the service does not keep, in sentences, so that nobody looks for it in vain.',
  }),
});
export type AdminExecution = z.infer<typeof adminExecutionSchema>;

/** Body of `POST executions/:id/reveal`. */
export const adminRevealRequestSchema = z.object({
  reason: z.string().trim().min(3).max(250).meta({
    description: 'Why it is looked at. Kept in the audit trail for ever: nothing of a user belongs in it.',
  }),
});
export type AdminRevealRequest = z.infer<typeof adminRevealRequestSchema>;

/** `data` of `POST executions/:id/resend`. */
export const adminResendResultSchema = z.object({
  sentTo: z
    .array(z.string())
    .meta({ description: 'Addresses of the endpoints that it is on its way to, without query.' }),
});
export type AdminResendResult = z.infer<typeof adminResendResultSchema>;
