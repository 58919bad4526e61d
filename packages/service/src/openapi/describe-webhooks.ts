import {
  eventTraits,
  type WebhookEnvelope,
  webhookEnvelopeSchema,
  webhookEvents,
  webhookHeaders,
} from '@vendor/contract';
import type { Components, Json } from './components.ts';
import { executionExample } from './execution-example.ts';

const headers: Record<keyof typeof webhookHeaders, { description: string; schema: Json }> = {
  id: {
    description: 'The same in every attempt: drop a delivery whose id you have seen.',
    schema: { type: 'string' },
  },
  timestamp: { description: 'Time of the attempt, in seconds since 1970.', schema: { type: 'integer' } },
  signature: {
    description:
      'Signatures over id, timestamp and the exact bytes of the body, `v1,…`, one for each active secret (Standard Webhooks). Do not trust a body before you have verified one of them.',
    schema: { type: 'string' },
  },
  sequence: {
    description: 'Position of the event within its execution, from 1. A higher one replaces a lower one.',
    schema: { type: 'integer', minimum: 1 },
  },
};

/** Body of a delivery. */
export const webhookExample: WebhookEnvelope = {
  event: 'orchestration/workflow_execution_finished',
  timestamp: '2030-01-15T12:00:01.000Z',
  data: executionExample,
};

const retries =
  'Any reply other than 2xx counts as not delivered, and the event is sent again after 1, 5 and 30 minutes, 2, 5 and 10 hours, and twice after a day. `Retry-After` is honoured; 410 disables the endpoint.';

/** Describes the webhooks for the document, one entry per event. */
export function describeWebhooks(components: Components): Json {
  const schema = components.write(webhookEnvelopeSchema, 'output');
  return Object.fromEntries(
    webhookEvents.map((event) => {
      const name = event.replace(/^.*\//, '');
      const post = {
        operationId: name.replaceAll('_', '-'),
        summary: eventTraits[event].summary,
        description: eventTraits[event].isSentOnce
          ? 'Sent once, to endpoints that subscribe to it.'
          : retries,
        security: [],
        parameters: Object.entries(headers).map(([key, header]) => ({
          name: webhookHeaders[key as keyof typeof webhookHeaders],
          in: 'header',
          required: true,
          ...header,
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: { ...webhookExample, event } } },
        },
        responses: {
          '2XX': { description: 'Received.' },
          '4XX': { description: 'Not received; the event is sent again.' },
        },
      };
      return [name, { post }];
    }),
  );
}
