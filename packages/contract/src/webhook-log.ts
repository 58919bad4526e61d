import { z } from 'zod';
import { webUrlSchema } from './inputs.ts';
import { optional } from './optional.ts';
import { type WebhookEvent, webhookEventSchema } from './webhook.ts';

/** Health of an endpoint. `failing`: its last attempt failed; `disabled`: it receives nothing until it is resumed. */
export const webhookEndpointStates = ['enabled', 'failing', 'disabled'] as const;

/** Endpoint to which an account's events are sent. */
export const webhookEndpointSchema = z.object({
  id: z.uuid().meta({ description: 'Id of the endpoint.' }),
  url: z.string().meta({
    description:
      'Address to which events are posted. Values in its query are left out because they may be secrets.',
  }),
  events: z.array(webhookEventSchema).meta({ description: 'Events that the endpoint subscribes to.' }),
  createdAt: z.iso.datetime().meta({ description: 'Time at which it was added.' }),
  state: z.enum(webhookEndpointStates).meta({ description: 'Health of the endpoint.' }),
  failingSince: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time since which every attempt has failed; null if none does.' }),
  disabledAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time since which it is disabled; null if it is not.' }),
  disabledReason: z.enum(['GONE', 'FAILING', 'BY_HAND']).nullable().meta({
    description:
      'GONE: it answered 410. FAILING: attempts failed throughout five days. BY_HAND: somebody disabled it.',
  }),
  held: z.int().min(0).meta({
    description:
      'Number of queued events that wait for the endpoint to be resumed or for their turn after that, for executions started by keys of this mode. Counted up to 10000, which means 10000 or more.',
  }),
  undelivered: z.int().min(0).meta({
    description:
      'Number of events that were given up, for executions started by keys of this mode. Counted up to 10000, which means 10000 or more.',
  }),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

/** The endpoints of an account. */
export const webhookEndpointsSchema = z.object({
  endpoints: z.array(webhookEndpointSchema).meta({ description: 'Endpoints, oldest first.' }),
});
export type WebhookEndpoints = z.infer<typeof webhookEndpointsSchema>;

/**
 * State of the delivery of an event to an endpoint. `pending`: it is attempted until it succeeds. `held`: the endpoint is
 * disabled, or was resumed and is still sending earlier events. `undelivered`: the last attempt of the schedule failed.
 */
export const webhookDeliveryStates = ['pending', 'held', 'delivered', 'undelivered'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** Delivery of one event to one endpoint, pending or finished. */
export const webhookDeliverySchema = z.object({
  id: z.uuid().meta({ description: 'Id of the delivery.' }),
  webhookId: z.string().meta({
    description:
      'Value of the header webhook-id: the id of the event, the same in every attempt and at every endpoint.',
  }),
  event: webhookEventSchema.meta({ description: 'Name of the event.' }),
  sequence: z.int().min(1).meta({ description: 'Position of the event within its execution, from 1.' }),
  executionId: z.uuid().meta({ description: 'Id of the execution.' }),
  endpointId: z.uuid().meta({ description: 'Id of the endpoint.' }),
  state: z.enum(webhookDeliveryStates).meta({ description: 'State of the delivery.' }),
  attempts: z.int().min(0).meta({ description: 'Number of attempts made in the current schedule.' }),
  lastStatus: z
    .int()
    .nullable()
    .meta({ description: 'HTTP status of the last reply, complete or not; null if there was none.' }),
  lastError: z
    .string()
    .nullable()
    .meta({ description: 'Reason why the last attempt failed; null if it did not or there was none.' }),
  emittedAt: z.iso.datetime().meta({ description: 'Time at which the event occurred.' }),
  nextAttemptAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time at which the next attempt is due; null if none is.' }),
  deliveredAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time at which it arrived; null if it did not or is being sent again.' }),
  firstDeliveredAt: z.iso.datetime().nullable().meta({
    description:
      'Time at which it first arrived, however often it was sent again; null if it never did. It can be sent again for 30 days from then.',
  }),
  undeliveredAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time at which it was given up; null if it was not.' }),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** A page of deliveries. */
export const webhookDeliveriesSchema = z.object({
  deliveries: z.array(webhookDeliverySchema).meta({
    description:
      'Deliveries, newest first. With a filter by event, a page can have fewer than requested although more follow.',
  }),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: 'Value of `cursor` for the next page; null on the last page.' }),
});
export type WebhookDeliveries = z.infer<typeof webhookDeliveriesSchema>;

/** Head of a request. The body and the full signatures are left out because they reveal data of the user. */
export const webhookRequestHeadSchema = z.object({
  url: z.string().meta({
    description: 'Address that was called, with its query as "?…". The endpoint may have been moved since.',
  }),
  headers: z
    .record(z.string(), z.string())
    .meta({ description: 'Headers as sent, with shortened signatures.' }),
  bodyBytes: z.int().min(0).meta({ description: 'Length of the body.' }),
});

/** Head of a response, without its body. */
export const webhookResponseHeadSchema = z.object({
  headers: z.record(z.string(), z.string()).meta({ description: 'Headers that only describe the receiver.' }),
  bodyBytes: z.int().min(0).meta({ description: 'Number of bytes of the body that were read.' }),
});

/** One attempt in the log, which is kept for 30 days. */
export const webhookAttemptSchema = z.object({
  number: z.int().min(1).meta({ description: 'Position in the retry schedule, from 1.' }),
  startedAt: z.iso.datetime().meta({ description: 'Time at which it began.' }),
  durationMs: z.int().min(0).meta({ description: 'Duration up to the last byte of the reply.' }),
  status: z.int().nullable().meta({ description: 'HTTP status of the reply; null if there was none.' }),
  error: z.string().nullable().meta({ description: 'Reason why it failed; null if it did not.' }),
  request: webhookRequestHeadSchema.meta({ description: 'Request that was sent.' }),
  response: webhookResponseHeadSchema
    .nullable()
    .meta({ description: 'Reply that came back; null if there was none.' }),
});
export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>;

/** A delivery with its log. */
export const webhookDeliveryLogSchema = z.object({
  delivery: webhookDeliverySchema.meta({ description: 'The delivery.' }),
  log: z.array(webhookAttemptSchema).meta({ description: 'Attempts, oldest first.' }),
});
export type WebhookDeliveryLog = z.infer<typeof webhookDeliveryLogSchema>;

/** Changes to an endpoint; members left out stay as they are. */
export const webhookChangeRequestSchema = z.object({
  url: optional(webUrlSchema).meta({
    description: 'New address to which events are posted: https, at a public address.',
  }),
  events: optional(z.array(webhookEventSchema).min(1)).meta({
    description: 'New events that the endpoint subscribes to. They replace the present ones.',
  }),
});
export type WebhookChangeRequest = z.infer<typeof webhookChangeRequestSchema>;

const testEventByDefault: WebhookEvent = 'orchestration/workflow_execution_finished';

/** Asks for a test delivery. */
export const webhookTestRequestSchema = z.object({
  event: optional(webhookEventSchema)
    .transform((event) => event ?? testEventByDefault)
    .meta({ description: 'Event to send. By default, that an execution has finished.' }),
});
export type WebhookTestRequest = z.infer<typeof webhookTestRequestSchema>;

/** Outcome of a test delivery. */
export const webhookTestOutcomeSchema = z.object({
  webhookId: z.string().meta({ description: 'Value of the header webhook-id. It begins with test_.' }),
  delivered: z.boolean().meta({ description: 'Whether the reply was 2xx.' }),
  durationMs: z.int().min(0).meta({ description: 'Duration up to the last byte of the reply.' }),
  status: z.int().nullable().meta({ description: 'HTTP status of the reply; null if there was none.' }),
  error: z.string().nullable().meta({ description: 'Reason why it failed; null if it did not.' }),
  request: webhookRequestHeadSchema.meta({ description: 'Request that was sent.' }),
  response: webhookResponseHeadSchema
    .nullable()
    .meta({ description: 'Reply that came back; null if there was none.' }),
});
export type WebhookTestOutcome = z.infer<typeof webhookTestOutcomeSchema>;
