import { z } from 'zod';
import { webUrlSchema } from './inputs.ts';
import { optional } from './optional.ts';
import { type WebhookEvent, webhookEventSchema } from './webhook.ts';

/** How an endpoint does: `failing`: its last attempt failed; `disabled`: it gets nothing until it is resumed. */
export const webhookEndpointStates = ['enabled', 'failing', 'disabled'] as const;

/** Endpoint at which an account wants its events. */
export const webhookEndpointSchema = z.object({
  /** Names the endpoint. */
  id: z.uuid(),
  /** Where events are posted to; values of its query are left out, for they may be secrets. */
  url: z.string(),
  /** The events that it subscribes to. */
  events: z.array(webhookEventSchema),
  /** When it was added. */
  createdAt: z.iso.datetime(),
  /** How it does. */
  state: z.enum(webhookEndpointStates),
  /** Since when every attempt has failed; null: none does. */
  failingSince: z.iso.datetime().nullable(),
  /** Since when it gets nothing; null: it is not disabled. */
  disabledAt: z.iso.datetime().nullable(),
  /** GONE: it answered 410. FAILING: attempts failed throughout five days. BY_HAND: somebody disabled it. */
  disabledReason: z.enum(['GONE', 'FAILING', 'BY_HAND']).nullable(),
  /**
   * How many events wait for it to be resumed, or for their turn since it was, of executions that keys of this mode have started;
   * counted up to 10000, which means so many or more.
   */
  held: z.int().min(0),
  /** How many events were given up, of executions that keys of this mode have started; counted up to 10000 likewise. */
  undelivered: z.int().min(0),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

/** The endpoints of an account. */
export const webhookEndpointsSchema = z.object({
  /** The oldest first. */
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
  /** Names the delivery. */
  id: z.uuid(),
  /** What travels as webhook-id: the event, the same in every attempt and at every endpoint. */
  webhookId: z.string(),
  /** What happened. */
  event: webhookEventSchema,
  /** The place of the event among those of its execution, from 1. */
  sequence: z.int().min(1),
  /** The execution that it is about. */
  executionId: z.uuid(),
  /** Where it goes. */
  endpointId: z.uuid(),
  /** How it stands. */
  state: z.enum(webhookDeliveryStates),
  /** How many attempts of the schedule at hand were made. */
  attempts: z.int().min(0),
  /** HTTP status of the last answer, be it one that did not end; null: there was none. */
  lastStatus: z.int().nullable(),
  /** Why the last attempt failed; null: it did not, or there was none. */
  lastError: z.string().nullable(),
  /** When the event was emitted. */
  emittedAt: z.iso.datetime(),
  /** When the next attempt is due; null: none is. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** When it arrived; null: it did not, or is on its way again. */
  deliveredAt: z.iso.datetime().nullable(),
  /** When it first arrived, however often it was sent again since; null: it never did. It is sent again for 30 days from then. */
  firstDeliveredAt: z.iso.datetime().nullable(),
  /** When it was given up; null: it was not. */
  undeliveredAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** A page of deliveries. */
export const webhookDeliveriesSchema = z.object({
  /** The newest first; of one kind of event there can be fewer than asked for although there are more. */
  deliveries: z.array(webhookDeliverySchema),
  /** Asks for the page after this one, as cursor; null: this is the last. */
  nextCursor: z.string().nullable(),
});
export type WebhookDeliveries = z.infer<typeof webhookDeliveriesSchema>;

/** Head of a request, without its body and the signatures: they say something of the user. */
export const webhookRequestHeadSchema = z.object({
  /** Where it went, its query as "?…". The endpoint may have been moved since. */
  url: z.string(),
  /** As they were sent, the signatures cut. */
  headers: z.record(z.string(), z.string()),
  /** How long the body was. */
  bodyBytes: z.int().min(0),
});

/** Head of a response, without its body. */
export const webhookResponseHeadSchema = z.object({
  /** Those that are about the receiver alone. */
  headers: z.record(z.string(), z.string()),
  /** How much of the body was read. */
  bodyBytes: z.int().min(0),
});

/** One attempt in the log of 30 days. */
export const webhookAttemptSchema = z.object({
  /** Its place in the retry schedule, from 1. */
  number: z.int().min(1),
  /** When it began. */
  startedAt: z.iso.datetime(),
  /** How long it took, to the last byte of the answer. */
  durationMs: z.int().min(0),
  /** HTTP status of the answer; null: there was none. */
  status: z.int().nullable(),
  /** Why it failed; null: it did not. */
  error: z.string().nullable(),
  /** What was sent. */
  request: webhookRequestHeadSchema,
  /** What came back; null: nothing. */
  response: webhookResponseHeadSchema.nullable(),
});
export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>;

/** A delivery with its log. */
export const webhookDeliveryLogSchema = z.object({
  /** The delivery. */
  delivery: webhookDeliverySchema,
  /** The oldest attempt first. */
  log: z.array(webhookAttemptSchema),
});
export type WebhookDeliveryLog = z.infer<typeof webhookDeliveryLogSchema>;

/** Changes to an endpoint; members left out stay as they are. */
export const webhookChangeRequestSchema = z.object({
  /** Where events are posted to from now on: https, at a public address. */
  url: optional(webUrlSchema),
  /** The events that it subscribes to from now on, in place of those it had. */
  events: optional(z.array(webhookEventSchema).min(1)),
});
export type WebhookChangeRequest = z.infer<typeof webhookChangeRequestSchema>;

const testEventByDefault: WebhookEvent = 'orchestration/workflow_execution_finished';

/** Asks for a test delivery. */
export const webhookTestRequestSchema = z.object({
  /** What is said to have happened; that an execution has finished by default. */
  event: optional(webhookEventSchema).transform((event) => event ?? testEventByDefault),
});
export type WebhookTestRequest = z.infer<typeof webhookTestRequestSchema>;

/** Outcome of a test delivery. */
export const webhookTestOutcomeSchema = z.object({
  /** What travelled as webhook-id; it begins with test_. */
  webhookId: z.string(),
  /** Whether it was answered 2xx. */
  delivered: z.boolean(),
  /** How long it took, to the last byte of the answer. */
  durationMs: z.int().min(0),
  /** HTTP status of the answer; null: there was none. */
  status: z.int().nullable(),
  /** Why it failed; null: it did not. */
  error: z.string().nullable(),
  /** What was sent. */
  request: webhookRequestHeadSchema,
  /** What came back; null: nothing. */
  response: webhookResponseHeadSchema.nullable(),
});
export type WebhookTestOutcome = z.infer<typeof webhookTestOutcomeSchema>;
