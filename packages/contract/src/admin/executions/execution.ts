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
  by: z.enum(['user', 'document', 'device', 'address', 'frame', 'other']).meta({
    description: 'What the executions share. other: one of these, but which one is no longer known.',
  }),
  executions: z.array(adminExecutionRowSchema).meta({ description: 'At most 20 executions, newest first.' }),
  isCapped: z.boolean().meta({ description: 'Whether there are more.' }),
});
export type AdminElsewhere = z.infer<typeof adminElsewhereSchema>;

/** The delivery of an event about the execution to one endpoint. */
export const adminRunDeliverySchema = z.object({
  id: z.uuid().meta({ description: 'Id of the delivery.' }),
  endpointId: z.uuid().meta({ description: 'Id of the endpoint.' }),
  event: webhookEventSchema.meta({ description: 'What happened.' }),
  url: z.string().meta({
    description:
      'Address of the endpoint, without its query; without its path for people who may not see endpoints.',
  }),
  state: z.enum(webhookDeliveryStates).meta({ description: 'State of the delivery.' }),
  attempts: z.int().meta({ description: 'Number of attempts.' }),
  lastStatus: z.int().nullable().meta({ description: 'HTTP status of the last reply.' }),
  lastError: z.string().nullable().meta({ description: 'Reason why the last attempt failed.' }),
  emittedAt: time.meta({ description: 'Time at which the event occurred.' }),
});

/** An event of the audit trail about the execution. */
export const adminRunEventSchema = z.object({
  seq: z.int().meta({ description: 'Position in the audit trail of the account.' }),
  at: time.meta({ description: 'When.' }),
  by: adminActorSchema.meta({ description: 'Who acted.' }),
  act: z.string().meta({ description: 'Act, such as `execution.decide`.' }),
  changes: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'Changed members, each as `[old, new]` or the new value.' }),
  address: z.string().nullable().meta({ description: 'IP address of the request.' }),
});

/** Why the person cannot do something now; null if they can. */
const obstacleSchema = z.enum(['ROLE', 'NOT_ENDED', 'PURGED', 'NO_RESULT', 'NO_RECEIVER']).nullable();

/** `data` of `GET executions/:id` and of a reveal: everything the panel shows of a run. */
export const adminExecutionSchema = adminExecutionRowSchema.omit({ user: true, doubts: true }).extend({
  isMasked: z.boolean().meta({ description: 'Whether personal data is masked. A reveal shows it.' }),
  isReadable: z
    .boolean()
    .meta({ description: 'False if the results of the checks cannot be decrypted and are left out.' }),
  begunAt: time.nullable().meta({ description: 'Time at which the user began; null if they have not.' }),
  openUntil: time
    .nullable()
    .meta({ description: 'Time until which the user can begin or finish; null once ended.' }),
  platform: platformSchema.nullable().meta({ description: "Platform of the user's device." }),
  loip: z
    .string()
    .nullable()
    .meta({ description: 'Level of identity proofing; null if the workflow defines none.' }),
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
        'Acts that the person may carry out now: null if allowed, otherwise the obstacle. ROLE: the role does not allow it; NOT_ENDED: the execution has not ended; NO_RESULT: it ended with ERROR; NO_RECEIVER: no enabled endpoint subscribes to `sync`.',
    }),
  stage: z.array(z.string()).meta({ description: 'Progress of the user, in sentences.' }),
  why: z
    .array(z.string())
    .meta({ description: 'Reasons for its status, in sentences; empty until it has ended.' }),
  inputs: z
    .array(namedCellSchema)
    .meta({ description: 'Inputs that were sent or typed; empty once purged.' }),
  evidence: z.array(adminEvidenceSchema).meta({ description: 'Captures of the user; empty once purged.' }),
  checks: z.array(adminCheckSchema).meta({ description: 'Checks in the order in which they were started.' }),
  agreement: z
    .array(adminAgreementSchema)
    .meta({ description: 'Facts that several sources state, or that a check compared.' }),
  path: z
    .array(adminPathNodeSchema)
    .meta({ description: 'Nodes that the execution passed through, in order; empty once purged.' }),
  elsewhere: z
    .array(adminElsewhereSchema)
    .meta({ description: 'Other executions that share the user, document, device or address.' }),
  decisions: z
    .array(adminDecisionSchema)
    .meta({ description: 'Decisions, oldest first. The last one counts.' }),
  deliveries: z
    .array(adminRunDeliverySchema)
    .meta({ description: 'Deliveries, oldest event first. Kept for 30 days.' }),
  events: z
    .array(adminRunEventSchema)
    .meta({ description: 'The last 100 events about it in the audit trail, newest first.' }),
  notStored: z.array(z.string()).meta({
    description: 'Data of a run that the service does not keep, in sentences.',
  }),
});
export type AdminExecution = z.infer<typeof adminExecutionSchema>;

/** Body of `POST executions/:id/reveal`. */
export const adminRevealRequestSchema = z.object({
  reason: z.string().trim().min(3).max(250).meta({
    description:
      'Reason for the reveal. Kept in the audit trail, encrypted, until the personal data of the run is purged.',
  }),
});
export type AdminRevealRequest = z.infer<typeof adminRevealRequestSchema>;

/** `data` of `POST executions/:id/resend`. */
export const adminResendResultSchema = z.object({
  sentTo: z.array(z.string()).meta({
    description:
      'Addresses of the endpoints to which it is being sent, without their queries; without paths for people who may not see endpoints.',
  }),
});
export type AdminResendResult = z.infer<typeof adminResendResultSchema>;
