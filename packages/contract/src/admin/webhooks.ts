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
  .meta({ description: 'Whose deliveries; left out: live ones, where the person has the right to them.' });
const url = z.string().min(1).max(2048).meta({ description: 'Where events are posted to: https.' });
const events = z.array(webhookEventSchema).min(1).meta({ description: 'The events that it subscribes to.' });
const revision = z.int().min(0).meta({ description: 'Grows with each change of address, events or secret.' });

/** A webhook endpoint in the panel. */
export const adminEndpointSchema = webhookEndpointSchema.extend({
  revision,
  disablesAt: time.nullable().meta({
    description:
      'When it is disabled if nothing arrives until then; null: less than half of that time is used.',
  }),
  oldSecretsUntil: time
    .nullable()
    .meta({ description: 'Until when a secret before the present one signs, too; null: none does.' }),
  last: webhookDeliverySchema
    .nullable()
    .meta({ description: 'The newest delivery of the mode; null: there is none.' }),
});
export type AdminEndpoint = z.infer<typeof adminEndpointSchema>;

/** `data` of `GET webhooks`. */
export const adminEndpointListSchema = z.object({
  endpoints: z.array(adminEndpointSchema).meta({ description: 'The oldest first.' }),
  most: z.int().meta({ description: 'How many endpoints an account may have.' }),
  heldSince: time.nullable().meta({
    description:
      'Since when all webhooks of the service are held, as in a restored copy; null: they are not.',
  }),
});
export type AdminEndpointList = z.infer<typeof adminEndpointListSchema>;

/** Query of `GET webhooks` and `GET webhooks/:id`, as text. */
export const adminWebhookModeSchema = z.object({ mode });

/** Body of `POST webhooks`. */
export const adminEndpointRequestSchema = z.object({ url, events });
export type AdminEndpointRequest = z.infer<typeof adminEndpointRequestSchema>;

/** `data` of `POST webhooks` and of a rotation. */
export const adminCreatedSecretSchema = z.object({
  secret: z.string().meta({ description: 'Signs deliveries; told this once.' }),
  endpoint: adminEndpointSchema.meta({ description: 'The endpoint from now on.' }),
});
export type AdminCreatedSecret = z.infer<typeof adminCreatedSecretSchema>;

/** Body of `PATCH webhooks/:id`. Members left out stay as they are. */
export const adminEndpointChangeSchema = z.object({
  revision: revision.meta({ description: 'That the person saw.' }),
  url: url.optional(),
  events: events.optional(),
});
export type AdminEndpointChange = z.infer<typeof adminEndpointChangeSchema>;

/** Body of `POST webhooks/:id/rotate`. */
export const adminSecretRotationSchema = z.object({
  revision: revision.meta({ description: 'That the person saw.' }),
});
export type AdminSecretRotation = z.infer<typeof adminSecretRotationSchema>;

/** Body of `POST webhooks/:id/test`. */
export const adminWebhookTestRequestSchema = z.object({
  mode,
  event: webhookEventSchema.meta({ description: 'What is said to have happened.' }),
  status: z.enum(executionStatuses).meta({ description: 'Status of the invented execution.' }),
});
export type AdminWebhookTestRequest = z.infer<typeof adminWebhookTestRequestSchema>;

/** Beginning of the body of a receiver's reply. */
export const adminWebhookAnswerSchema = z.object({
  text: z.string().meta({ description: 'As UTF-8; what is none stands as U+FFFD.' }),
  isCut: z.boolean().meta({ description: 'Whether there was more.' }),
});
export type AdminWebhookAnswer = z.infer<typeof adminWebhookAnswerSchema>;

/** `data` of `POST webhooks/:id/test`. */
export const adminWebhookTestSchema = webhookTestOutcomeSchema.extend({
  sent: z
    .object({ headers: z.record(z.string(), z.string()), body: z.string() })
    .meta({ description: 'What was sent, whole and with its signatures: nothing of it is about anybody.' }),
  answer: adminWebhookAnswerSchema.nullable().meta({ description: 'null: nothing came back, or no body.' }),
});
export type AdminWebhookTest = z.infer<typeof adminWebhookTestSchema>;

/** Query of `GET webhooks/:id/deliveries`, as text. */
export const adminDeliveryQuerySchema = z.object({
  mode,
  state: z.enum(webhookDeliveryStates).optional().meta({ description: 'Those that stand so.' }),
  after: z.string().optional().meta({ description: 'nextCursor of the page before.' }),
});

/** `data` of `GET webhooks/:id/deliveries`. */
export const adminDeliveryListSchema = webhookDeliveriesSchema;
export type AdminDeliveryList = z.infer<typeof adminDeliveryListSchema>;

/** Body of `POST webhooks/:id/replay`. */
export const adminReplayRequestSchema = z.object({
  mode,
  since: time.meta({ description: 'Events that were emitted from then on.' }),
});
export type AdminReplayRequest = z.infer<typeof adminReplayRequestSchema>;

/** `data` of `POST webhooks/:id/replay`. */
export const adminReplaySchema = z.object({
  replayed: z.int().meta({ description: 'Events on their way again.' }),
  tooOld: z.int().meta({ description: 'Events that first arrived more than 30 days ago: they stay.' }),
  isMore: z.boolean().meta({ description: 'Whether there are further ones: ask again.' }),
});
export type AdminReplay = z.infer<typeof adminReplaySchema>;

/** Body of `POST webhook-deliveries/:id/redeliver`. */
export const adminRedeliveryRequestSchema = z.object({ mode });

/** Body of `POST webhook-deliveries/:id/reveal`. */
export const adminDeliveryRevealSchema = z.object({
  mode,
  reason: z.string().trim().min(3).max(250).meta({ description: 'Kept in the audit trail.' }),
});

/** `data` of `GET webhook-deliveries/:id`, and of a reveal. */
export const adminDeliverySchema = z.object({
  delivery: webhookDeliverySchema.meta({ description: 'The delivery as the API tells it.' }),
  url: z.string().meta({ description: 'Where it goes now, without its query.' }),
  isMasked: z.boolean().meta({ description: 'Whether personal data is masked, and answers are left out.' }),
  mayReveal: z.boolean().meta({ description: 'Whether the person may see it in plain.' }),
  body: z.string().nullable().meta({
    description: 'JSON that is sent, as it would be now, links left out; null: it cannot be made.',
  }),
  log: z
    .array(
      webhookAttemptSchema.extend({
        answer: adminWebhookAnswerSchema.nullable().meta({ description: 'null: masked, empty or purged.' }),
      }),
    )
    .meta({ description: 'The oldest attempt first.' }),
});
export type AdminDelivery = z.infer<typeof adminDeliverySchema>;

/** `data` of `GET webhook-alarms`. */
export const adminWebhookAlarmsSchema = z.object({
  alarms: z
    .array(
      z.object({
        endpointId: z.uuid(),
        url: z.string().meta({ description: 'Without the values of its query.' }),
        percent: z.union([z.literal(50), z.literal(70), z.literal(90), z.literal(100)]).meta({
          description: 'How much of the time after which it is disabled is used; 100: it is disabled.',
        }),
        failingSince: time.nullable(),
        disablesAt: time.nullable(),
        disabledAt: time.nullable(),
        disabledReason: z.enum(['GONE', 'FAILING']).nullable(),
      }),
    )
    .meta({ description: 'Endpoints that fail or are disabled.' }),
});
export type AdminWebhookAlarms = z.infer<typeof adminWebhookAlarmsSchema>;
