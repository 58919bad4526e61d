import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from '@vendor/contract';
import { executionExample } from '../../openapi/execution-example.ts';

const endpointId = '5d0c9c0a-7f3a-4a53-9f53-2f4a1b7c9e20';

/** A working endpoint. */
export const endpointExample: WebhookEndpoint = {
  id: endpointId,
  url: 'https://shop.example/webhooks',
  events: ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'],
  createdAt: '2030-01-15T11:00:00.000Z',
  state: 'enabled',
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  held: 0,
  undelivered: 0,
};

/** A successful delivery. */
export const deliveryExample: WebhookDelivery = {
  id: '7a1e6f0c-2b9d-4c61-8a55-0d3f7c1e9b42',
  webhookId: 'c4b7a9d2-6e1f-4f0b-9b3a-5e8d2c7f1a60',
  event: 'orchestration/workflow_execution_finished',
  sequence: 1,
  executionId: executionExample.id,
  endpointId,
  state: 'delivered',
  attempts: 1,
  lastStatus: 204,
  lastError: null,
  emittedAt: '2030-01-15T12:00:01.000Z',
  nextAttemptAt: null,
  deliveredAt: '2030-01-15T12:00:01.200Z',
  firstDeliveredAt: '2030-01-15T12:00:01.200Z',
  undeliveredAt: null,
};

/** The only attempt of the delivery. */
export const attemptExample: WebhookAttempt = {
  number: 1,
  startedAt: '2030-01-15T12:00:01.100Z',
  durationMs: 96,
  status: 204,
  error: null,
  request: {
    url: 'https://shop.example/webhooks',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'orchestration-webhooks',
      'webhook-id': 'c4b7a9d2-6e1f-4f0b-9b3a-5e8d2c7f1a60',
      'webhook-timestamp': '1894708801',
      'webhook-signature': 'v1,…',
      'webhook-sequence': '1',
    },
    bodyBytes: 412,
  },
  response: { headers: { date: 'Tue, 15 Jan 2030 12:00:01 GMT' }, bodyBytes: 0 },
};
