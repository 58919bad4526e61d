import { z } from 'zod';
import { executionStatuses } from '../status.ts';
import { webhookEventSchema } from '../webhook.ts';
import {
  webhookAttemptSchema,
  webhookDeliveriesSchema,
  webhookDeliverySchema,
  webhookDeliveryStates,
  webhookEndpointSchema,
  webhookTestOutcomeSchema,
} from '../webhook-log.ts';

const time = z.iso.datetime();
const mode = z
  .enum(['live', 'test'])
  .optional()
  .meta({ description: 'Mode of the deliveries; by default live, if the person may access it.' });
const url = z
  .string()
  .min(1)
  .max(2048)
  .meta({ description: 'Address to which events are posted, with https.' });
const events = z
  .array(webhookEventSchema)
  .min(1)
  .meta({ description: 'Events that the endpoint subscribes to.' });
const revision = z.int().min(0).meta({ description: 'Grows with each change of address, events or secret.' });

/** A webhook endpoint in the panel. */
export const adminEndpointSchema = webhookEndpointSchema.extend({
  revision,
  disablesAt: time.nullable().meta({
    description:
      'Time at which the endpoint is disabled unless a delivery succeeds before; null until half of the time from its first failure to then has passed.',
  }),
  oldSecretsUntil: time
    .nullable()
    .meta({ description: 'Time until which a previous secret also signs; null if none does.' }),
  last: webhookDeliverySchema
    .nullable()
    .meta({ description: 'Newest delivery of the mode; null if there is none.' }),
});
export type AdminEndpoint = z.infer<typeof adminEndpointSchema>;

/** `data` of `GET webhooks`. */
export const adminEndpointListSchema = z.object({
  endpoints: z.array(adminEndpointSchema).meta({ description: 'Endpoints, oldest first.' }),
  most: z.int().meta({ description: 'Maximum number of endpoints of an account.' }),
  heldSince: time.nullable().meta({
    description:
      'Time since which all webhooks of the service are held, as after a restore; null if they are not.',
  }),
});
export type AdminEndpointList = z.infer<typeof adminEndpointListSchema>;

/** Query of `GET webhooks` and `GET webhooks/:id`. */
export const adminWebhookModeSchema = z.object({ mode });

/** Body of `POST webhooks`. */
export const adminEndpointRequestSchema = z.object({ url, events });
export type AdminEndpointRequest = z.infer<typeof adminEndpointRequestSchema>;

/** `data` of `POST webhooks` and of a rotation. */
export const adminCreatedSecretSchema = z.object({
  secret: z.string().meta({ description: 'Secret that signs deliveries, shown only once.' }),
  endpoint: adminEndpointSchema.meta({ description: 'The endpoint after the change.' }),
});
export type AdminCreatedSecret = z.infer<typeof adminCreatedSecretSchema>;

/** Body of `PATCH webhooks/:id`. Members left out stay as they are. */
export const adminEndpointChangeSchema = z.object({
  revision: revision.meta({ description: 'Revision on which the change is based.' }),
  url: url.optional(),
  events: events.optional(),
});
export type AdminEndpointChange = z.infer<typeof adminEndpointChangeSchema>;

/** Body of `POST webhooks/:id/rotate`. */
export const adminSecretRotationSchema = z.object({
  revision: revision.meta({ description: 'Revision on which the change is based.' }),
});
export type AdminSecretRotation = z.infer<typeof adminSecretRotationSchema>;

/** Body of `POST webhooks/:id/test`. */
export const adminWebhookTestRequestSchema = z.object({
  mode,
  event: webhookEventSchema.meta({ description: 'Event to send.' }),
  status: z.enum(executionStatuses).meta({ description: 'Status of the invented execution.' }),
});
export type AdminWebhookTestRequest = z.infer<typeof adminWebhookTestRequestSchema>;

/** Beginning of the body of a receiver's reply. */
export const adminWebhookAnswerSchema = z.object({
  text: z.string().meta({ description: 'Text decoded as UTF-8; invalid bytes become U+FFFD.' }),
  isCut: z.boolean().meta({ description: 'Whether the text was truncated.' }),
});
export type AdminWebhookAnswer = z.infer<typeof adminWebhookAnswerSchema>;

/** `data` of `POST webhooks/:id/test`. */
export const adminWebhookTestSchema = webhookTestOutcomeSchema.extend({
  sent: z
    .object({ headers: z.record(z.string(), z.string()), body: z.string() })
    .meta({ description: 'Complete request with its signatures. It contains no personal data.' }),
  answer: adminWebhookAnswerSchema
    .nullable()
    .meta({ description: 'Body of the reply; null if there was no reply or no body.' }),
});
export type AdminWebhookTest = z.infer<typeof adminWebhookTestSchema>;

/** Query of `GET webhooks/:id/deliveries`. */
export const adminDeliveryQuerySchema = z.object({
  mode,
  state: z.enum(webhookDeliveryStates).optional().meta({ description: 'Only deliveries in this state.' }),
  event: webhookEventSchema.optional().meta({
    description:
      'Only deliveries of this event. A page can then have fewer deliveries, even none, although more follow.',
  }),
  execution: z.uuid().optional().meta({ description: 'Only deliveries about this execution.' }),
  from: z.string().optional().meta({ description: 'Only events that happened at this time or later.' }),
  to: z.string().optional().meta({ description: 'Only events that happened before this time.' }),
  after: z.string().optional().meta({ description: '`nextCursor` of the previous page.' }),
});

/** `data` of `GET webhooks/:id/deliveries`. */
export const adminDeliveryListSchema = webhookDeliveriesSchema;
export type AdminDeliveryList = z.infer<typeof adminDeliveryListSchema>;

/** Body of `POST webhooks/:id/replay`. */
export const adminReplayRequestSchema = z.object({
  mode,
  since: time.meta({ description: 'Earliest time of the events to send again.' }),
});
export type AdminReplayRequest = z.infer<typeof adminReplayRequestSchema>;

/** `data` of `POST webhooks/:id/replay`. */
export const adminReplaySchema = z.object({
  replayed: z.int().meta({ description: 'Number of events that are being sent again.' }),
  tooOld: z.int().meta({
    description:
      'Number of events that are not sent again, because the endpoint first received them more than 30 days ago.',
  }),
  isMore: z.boolean().meta({ description: 'Whether there are more, so that the request must be repeated.' }),
});
export type AdminReplay = z.infer<typeof adminReplaySchema>;

/** Body of `POST webhook-deliveries/:id/redeliver`. */
export const adminRedeliveryRequestSchema = z.object({ mode });

/** Body of `POST webhook-deliveries/:id/reveal`. */
export const adminDeliveryRevealSchema = z.object({
  mode,
  reason: z
    .string()
    .trim()
    .min(3)
    .max(250)
    .meta({ description: 'Reason for the reveal, kept in the audit trail.' }),
});

/** `data` of `GET webhook-deliveries/:id`, and of a reveal. */
export const adminDeliverySchema = z.object({
  delivery: webhookDeliverySchema.meta({ description: 'The delivery as in the API.' }),
  url: z.string().meta({ description: 'Current address of the endpoint, without its query.' }),
  isMasked: z.boolean().meta({ description: 'Whether personal data is masked and replies are left out.' }),
  mayReveal: z.boolean().meta({ description: 'Whether the person may reveal the data.' }),
  body: z.string().nullable().meta({
    description: 'JSON body as it would be sent now, without media links; null if it cannot be created.',
  }),
  log: z
    .array(
      webhookAttemptSchema.extend({
        answer: adminWebhookAnswerSchema
          .nullable()
          .meta({ description: 'Body of the reply; null if it is masked, empty or purged.' }),
      }),
    )
    .meta({ description: 'Attempts, oldest first.' }),
});
export type AdminDelivery = z.infer<typeof adminDeliverySchema>;

/** `data` of `GET webhook-alarms`. */
export const adminWebhookAlarmsSchema = z.object({
  alarms: z
    .array(
      z.object({
        endpointId: z.uuid(),
        url: z.string().meta({ description: 'Address of the endpoint, without its query.' }),
        percent: z.union([z.literal(50), z.literal(70), z.literal(90), z.literal(100)]).meta({
          description:
            'Share of the time from its first failure until it is disabled that has passed, in percent; 100 if it is disabled.',
        }),
        failingSince: time.nullable(),
        disablesAt: time.nullable(),
        disabledAt: time.nullable(),
        disabledReason: z.enum(['GONE', 'FAILING']).nullable(),
      }),
    )
    .meta({ description: 'Endpoints that are failing or disabled.' }),
});
export type AdminWebhookAlarms = z.infer<typeof adminWebhookAlarmsSchema>;
