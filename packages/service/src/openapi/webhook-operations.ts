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
    summary: 'Lists the webhook endpoints with their health.',
    authorization: 'webhookKey',
    reply: webhookEndpointsSchema,
    examples: { reply: { endpoints: [examples.webhookEndpointExample] } },
    problems: everyProblem,
  },
  {
    id: 'test-webhook',
    method: 'post',
    path: '/webhooks/{endpointId}/test',
    summary: 'Sends an endpoint one signed event about an invented execution and returns its reply.',
    description:
      'The rules of every delivery apply: a public address, 15 seconds, no redirects. The webhook-id begins with test_, the execution does not exist, the event is attempted once and not logged. Each call sends another event; an endpoint gets one at a time.',
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
    summary: 'Changes the address of an endpoint or the events that it subscribes to.',
    description:
      'Members that are left out keep their values. The secret never changes; rotate it if the old address belongs to somebody else. Queued events and retries go to the new address; an attempt in progress ends at the old one. The address must be https, public and complete: one that ends in ?…, as it is displayed, is refused.',
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
    summary: 'Disables an endpoint; its events queue until it is resumed.',
    description: 'Has no effect on a disabled endpoint, so the call can be repeated.',
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
    summary: 'Resumes a disabled endpoint and sends it the queued events, oldest first.',
    description: 'Has no effect on an enabled endpoint, so the call can be repeated.',
    authorization: 'webhookKey',
    reply: webhookEndpointSchema,
    examples: { reply: examples.webhookEndpointExample },
    problems: ['WEBHOOK_ENDPOINT_NOT_FOUND', ...everyProblem],
  },
  {
    id: 'list-webhook-deliveries',
    method: 'get',
    path: '/webhook-deliveries',
    summary: 'Lists deliveries: on their way, delivered or given up; newest first.',
    authorization: 'webhookKey',
    query: {
      endpoint: z.uuid().optional().describe('Only deliveries to this endpoint.'),
      execution: z.uuid().optional().describe('Only deliveries about this execution.'),
      event: webhookEventSchema.optional().describe('Only deliveries of this event.'),
      state: z.enum(webhookDeliveryStates).optional().describe('Only deliveries in this state.'),
      cursor: z.string().optional().describe('nextCursor of the previous page.'),
      limit: z.int().min(1).max(200).optional().describe('Maximum number of deliveries; 50 by default.'),
    },
    reply: webhookDeliveriesSchema,
    examples: { reply: { deliveries: [examples.webhookDeliveryExample], nextCursor: null } },
    problems: ['INVALID_PARAMETER', ...everyProblem],
  },
  {
    id: 'read-webhook-delivery',
    method: 'get',
    path: '/webhook-deliveries/{deliveryId}',
    summary: 'Returns a delivery with each of its attempts of the last 30 days.',
    description: 'Bodies, signatures, and headers that could repeat what was sent are not stored.',
    authorization: 'webhookKey',
    reply: webhookDeliveryLogSchema,
    examples: { reply: { delivery: examples.webhookDeliveryExample, log: [examples.webhookAttemptExample] } },
    problems: ['WEBHOOK_DELIVERY_NOT_FOUND', ...everyProblem],
  },
  {
    id: 'redeliver-webhook',
    method: 'post',
    path: '/webhook-deliveries/{deliveryId}/redeliver',
    summary: 'Sends an event to its endpoint again, with the same webhook-id.',
    description:
      'The retry schedule starts from the beginning. A delivery on its way is left as it is. If the reply to a call was lost, repeat the call: with an Idempotency-Key nothing more is sent; without one, an event that has arrived meanwhile is sent once more under the id that its receiver knows. An event can be sent again for 30 days after it first arrived, because receivers do not remember ids for ever.',
    authorization: 'webhookKey',
    headers: idempotencyKey('it gets the same reply and sends nothing'),
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
