import { z } from 'zod';
import { webUrlSchema } from './inputs.ts';
import { optional } from './optional.ts';
import { type WebhookEvent, webhookEventSchema } from './webhook.ts';

/** How an endpoint does: `failing`: its last attempt failed; `disabled`: it gets nothing until it is resumed. */
export const webhookEndpointStates = ['enabled', 'failing', 'disabled'] as const;

/** Endpoint at which an account wants its events. */
export const webhookEndpointSchema = z.object({
  /** Id of the endpoint. */
  id: z.uuid(),
  /** Address to which events are posted. Values in its query are left out because they may be secrets. */
  url: z.string(),
  /** Events that the endpoint subscribes to. */
  events: z.array(webhookEventSchema),
  /** Time at which it was added. */
  createdAt: z.iso.datetime(),
  /** Health of the endpoint. */
  state: z.enum(webhookEndpointStates),
  /** Time since which every attempt has failed; null if none does. */
  failingSince: z.iso.datetime().nullable(),
  /** Time since which it is disabled; null if it is not. */
  disabledAt: z.iso.datetime().nullable(),
  /** GONE: it answered 410. FAILING: attempts failed throughout five days. BY_HAND: somebody disabled it. */
  disabledReason: z.enum(['GONE', 'FAILING', 'BY_HAND']).nullable(),
  /**
   * Number of queued events that wait for the endpoint to be resumed or for their turn after that, for executions started by keys
   * of this mode. Counted up to 10000, which means 10000 or more.
   */
  held: z.int().min(0),
  /**
   * Number of events that were given up, for executions started by keys of this mode. Counted up to 10000, which means 10000 or
   * more.
   */
  undelivered: z.int().min(0),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

/** The endpoints of an account. */
export const webhookEndpointsSchema = z.object({
  /** Endpoints, oldest first. */
  endpoints: z.array(webhookEndpointSchema),
});
export type WebhookEndpoints = z.infer<typeof webhookEndpointsSchema>;

/**
 * How the delivery of an event to an endpoint stands. `pending`: it is attempted until it succeeds. `held`: its endpoint is
 * disabled, or was resumed and sends what came before it. `undelivered`: the last attempt of the schedule failed.
 */
export const webhookDeliveryStates = ['pending', 'held', 'delivered', 'undelivered'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** One event on its way to one endpoint, or arrived there. */
export const webhookDeliverySchema = z.object({
  /** Id of the delivery. */
  id: z.uuid(),
  /** Value of the header webhook-id: the id of the event, the same in every attempt and at every endpoint. */
  webhookId: z.string(),
  /** Name of the event. */
  event: webhookEventSchema,
  /** Position of the event within its execution, from 1. */
  sequence: z.int().min(1),
  /** Id of the execution. */
  executionId: z.uuid(),
  /** Id of the endpoint. */
  endpointId: z.uuid(),
  /** State of the delivery. */
  state: z.enum(webhookDeliveryStates),
  /** Number of attempts made in the current schedule. */
  attempts: z.int().min(0),
  /** HTTP status of the last reply, complete or not; null if there was none. */
  lastStatus: z.int().nullable(),
  /** Reason why the last attempt failed; null if it did not or there was none. */
  lastError: z.string().nullable(),
  /** Time at which the event occurred. */
  emittedAt: z.iso.datetime(),
  /** Time at which the next attempt is due; null if none is. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** Time at which it arrived; null if it did not or is being sent again. */
  deliveredAt: z.iso.datetime().nullable(),
  /**
   * Time at which it first arrived, however often it was sent again; null if it never did. It can be sent again for 30 days from
   * then.
   */
  firstDeliveredAt: z.iso.datetime().nullable(),
  /** Time at which it was given up; null if it was not. */
  undeliveredAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** A page of deliveries. */
export const webhookDeliveriesSchema = z.object({
  /** Deliveries, newest first. With a filter by event, a page can have fewer than requested although more follow. */
  deliveries: z.array(webhookDeliverySchema),
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor: z.string().nullable(),
});
export type WebhookDeliveries = z.infer<typeof webhookDeliveriesSchema>;

/** Head of a request, without its body and the signatures: they say something of the user. */
export const webhookRequestHeadSchema = z.object({
  /** Address that was called, with its query as "?…". The endpoint may have been moved since. */
  url: z.string(),
  /** Headers as sent, with shortened signatures. */
  headers: z.record(z.string(), z.string()),
  /** Length of the body. */
  bodyBytes: z.int().min(0),
});

/** Head of a response, without its body. */
export const webhookResponseHeadSchema = z.object({
  /** Headers that describe the receiver only. */
  headers: z.record(z.string(), z.string()),
  /** Number of bytes of the body that were read. */
  bodyBytes: z.int().min(0),
});

/** One attempt in the log of 30 days. */
export const webhookAttemptSchema = z.object({
  /** Position in the retry schedule, from 1. */
  number: z.int().min(1),
  /** Time at which it began. */
  startedAt: z.iso.datetime(),
  /** Duration up to the last byte of the reply. */
  durationMs: z.int().min(0),
  /** HTTP status of the reply; null if there was none. */
  status: z.int().nullable(),
  /** Reason why it failed; null if it did not. */
  error: z.string().nullable(),
  /** Request that was sent. */
  request: webhookRequestHeadSchema,
  /** Reply that came back; null if there was none. */
  response: webhookResponseHeadSchema.nullable(),
});
export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>;

/** A delivery with its log. */
export const webhookDeliveryLogSchema = z.object({
  /** The delivery. */
  delivery: webhookDeliverySchema,
  /** Attempts, oldest first. */
  log: z.array(webhookAttemptSchema),
});
export type WebhookDeliveryLog = z.infer<typeof webhookDeliveryLogSchema>;

/** Changes to an endpoint; members left out stay as they are. */
export const webhookChangeRequestSchema = z.object({
  /** New address to which events are posted: https, at a public address. */
  url: optional(webUrlSchema),
  /** New events that the endpoint subscribes to. They replace the present ones. */
  events: optional(z.array(webhookEventSchema).min(1)),
});
export type WebhookChangeRequest = z.infer<typeof webhookChangeRequestSchema>;

const testEventByDefault: WebhookEvent = 'orchestration/workflow_execution_finished';

/** Asks for a test delivery. */
export const webhookTestRequestSchema = z.object({
  /** Event to send. By default, that an execution has finished. */
  event: optional(webhookEventSchema).transform((event) => event ?? testEventByDefault),
});
export type WebhookTestRequest = z.infer<typeof webhookTestRequestSchema>;

/** Outcome of a test delivery. */
export const webhookTestOutcomeSchema = z.object({
  /** Value of the header webhook-id. It begins with test_. */
  webhookId: z.string(),
  /** Whether the reply was 2xx. */
  delivered: z.boolean(),
  /** Duration up to the last byte of the reply. */
  durationMs: z.int().min(0),
  /** HTTP status of the reply; null if there was none. */
  status: z.int().nullable(),
  /** Reason why it failed; null if it did not. */
  error: z.string().nullable(),
  /** Request that was sent. */
  request: webhookRequestHeadSchema,
  /** Reply that came back; null if there was none. */
  response: webhookResponseHeadSchema.nullable(),
});
export type WebhookTestOutcome = z.infer<typeof webhookTestOutcomeSchema>;
