import {
  webhookChangeRequestSchema,
  webhookDeliveriesSchema,
  webhookDeliveryLogSchema,
  webhookDeliverySchema,
  webhookDeliveryStates,
  webhookEndpointSchema,
  webhookEndpointsSchema,
  webhookEventSchema,
  webhookTestOutcomeSchema,
  webhookTestRequestSchema,
} from '@vendor/contract';
import { z } from 'zod';
import * as examples from './examples.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { bodyProblems, type Operation } from './operation.ts';

const everyProblem = ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'INTERNAL_ERROR'] as const;

/** Operations that a backend calls with an API key for webhooks. */
export const webhookOperations: readonly Operation[] = [
  {
    id: 'list-webhooks',
    method: 'get',
    path: '/webhooks',
    summary: 'Tells where events are sent, and how each endpoint does.',
    authorization: 'webhookKey',
    reply: webhookEndpointsSchema,
    examples: { reply: { endpoints: [examples.webhookEndpointExample] } },
    problems: everyProblem,
  },
  {
    id: 'test-webhook',
    method: 'post',
    path: '/webhooks/{endpointId}/test',
    summary:
      'Sends an endpoint one signed event about an invented execution, now, and tells what it answers.',
    description:
      'By the rules of every delivery: to a public address, 15 seconds, no redirects. Its webhook-id begins with test_, nobody has an execution of that id, it is tried once and is in no log: each call sends one, a repeated call another. One at a time for each endpoint.',
    authorization: 'webhookKey',
    body: webhookTestRequestSchema,
    reply: webhookTestOutcomeSchema,
    examples: { body: {}, reply: examples.webhookTestOutcomeExample },
    problems: [...bodyProblems, 'WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOKS_HELD', ...everyProblem],
  },
  {
    id: 'change-webhook',
    method: 'patch',
    path: '/webhooks/{endpointId}',
    summary: 'Sends the events of an endpoint to another address, or other events to it.',
    description:
      'What is left out stays, the secret always: rotate it where the old address is somebody else’s. What waits and what is tried again goes to the new address; what is under way ends where it began. The address has to be https, public and whole: one that ends in ?…, as it is shown, is refused.',
    authorization: 'webhookKey',
    body: webhookChangeRequestSchema,
    reply: webhookEndpointSchema,
    examples: {
      body: { url: 'https://shop.example/moved' },
      reply: { ...examples.webhookEndpointExample, url: 'https://shop.example/moved' },
    },
    problems: [...bodyProblems, 'WEBHOOK_ENDPOINT_NOT_FOUND', ...everyProblem],
  },
  {
    id: 'disable-webhook',
    method: 'post',
    path: '/webhooks/{endpointId}/disable',
    summary: 'Lets the events of an endpoint queue until it is resumed.',
    description: 'One that is disabled already stays as it is, so that the call can be repeated.',
    authorization: 'webhookKey',
    reply: webhookEndpointSchema,
    examples: {
      reply: {
        ...examples.webhookEndpointExample,
        state: 'disabled',
        disabledAt: '2030-01-15T12:00:00.000Z',
        disabledReason: 'BY_HAND',
      },
    },
    problems: ['WEBHOOK_ENDPOINT_NOT_FOUND', ...everyProblem],
  },
  {
    id: 'resume-webhook',
    method: 'post',
    path: '/webhooks/{endpointId}/resume',
    summary: 'Enables a disabled endpoint again and sends it what queued, the oldest first.',
    description: 'One that is enabled stays as it is, so that the call can be repeated.',
    authorization: 'webhookKey',
    reply: webhookEndpointSchema,
    examples: { reply: examples.webhookEndpointExample },
    problems: ['WEBHOOK_ENDPOINT_NOT_FOUND', ...everyProblem],
  },
  {
    id: 'list-webhook-deliveries',
    method: 'get',
    path: '/webhook-deliveries',
    summary: 'Names events on their way to endpoints, delivered or given up; the newest first.',
    authorization: 'webhookKey',
    query: {
      endpoint: z.uuid().optional().describe('Those to this endpoint.'),
      execution: z.uuid().optional().describe('Those that are about this execution.'),
      event: webhookEventSchema.optional().describe('Those of this event.'),
      state: z.enum(webhookDeliveryStates).optional().describe('Those that stand so.'),
      cursor: z.string().optional().describe('The nextCursor of the page before.'),
      limit: z.int().min(1).max(200).optional().describe('How many at most; 50 by default.'),
    },
    reply: webhookDeliveriesSchema,
    examples: { reply: { deliveries: [examples.webhookDeliveryExample], nextCursor: null } },
    problems: ['INVALID_PARAMETER', ...everyProblem],
  },
  {
    id: 'read-webhook-delivery',
    method: 'get',
    path: '/webhook-deliveries/{deliveryId}',
    summary: 'Tells of a delivery and of each of its attempts of the last 30 days.',
    description: 'Bodies, signatures and headers that could repeat what was sent are not kept.',
    authorization: 'webhookKey',
    reply: webhookDeliveryLogSchema,
    examples: { reply: { delivery: examples.webhookDeliveryExample, log: [examples.webhookAttemptExample] } },
    problems: ['WEBHOOK_DELIVERY_NOT_FOUND', ...everyProblem],
  },
  {
    id: 'redeliver-webhook',
    method: 'post',
    path: '/webhook-deliveries/{deliveryId}/redeliver',
    summary: 'Sends an event to its endpoint again, under the webhook-id it had.',
    description:
      'The whole retry schedule is before it again. One that is on its way stays as it is. A call whose answer was lost can be made again: with an Idempotency-Key it sends nothing more, and without one an event that has arrived meanwhile comes once more under the id that its receiver knows. One that has arrived is sent again for 30 days from when it first did, whatever became of it since: receivers forget ids some time.',
    authorization: 'webhookKey',
    headers: idempotencyKey('it is answered the same and sends nothing'),
    reply: webhookDeliverySchema,
    examples: {
      reply: { ...examples.webhookDeliveryExample, state: 'pending', attempts: 0, deliveredAt: null },
    },
    problems: [
      'INVALID_REQUEST_BODY',
      'IDEMPOTENCY_KEY_IN_USE',
      'IDEMPOTENCY_KEY_REUSED',
      'EXECUTION_PURGED',
      'WEBHOOK_DELIVERY_NOT_FOUND',
      'WEBHOOK_ENDPOINT_DISABLED',
      'WEBHOOK_DELIVERY_TOO_OLD',
      ...everyProblem,
    ],
  },
];
