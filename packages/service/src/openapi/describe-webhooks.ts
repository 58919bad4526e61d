import { type WebhookEvent, webhookEnvelopeSchema, webhookEvents, webhookHeaders } from '@vendor/contract';
import type { Components, Json } from './components.ts';
import { webhookExample } from './examples.ts';

const summaries: Record<WebhookEvent, string> = {
  'orchestration/workflow_execution_finished': 'An execution has reached a final status: decide by this one.',
  'orchestration/workflow_execution_updated': 'The status of a finished execution was changed by a decision.',
  'orchestration/workflow_execution_sync':
    'A finished execution is sent again because somebody asked for it; once.',
};

const headers: Record<keyof typeof webhookHeaders, { description: string; schema: Json }> = {
  id: {
    description: 'The same in every attempt: a delivery that was seen before can be dropped.',
    schema: { type: 'string' },
  },
  timestamp: { description: 'When the attempt was made: seconds since 1970.', schema: { type: 'integer' } },
  signature: {
    description:
      'Signatures over id, timestamp and the exact bytes of the body, `v1,…`, one for each secret in use (Standard Webhooks). Believe no body before one of them was verified.',
    schema: { type: 'string' },
  },
  sequence: {
    description:
      'The place of the event among those of its execution, from 1: a later one overtakes an earlier one.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const retries =
  'Any answer but 2xx counts as not delivered, and the event comes again: after 1, 5 and 30 minutes, 2, 5 and 10 hours, and twice after a day. `Retry-After` is honoured; 410 disables the endpoint.';

/** Describes the calls that the service makes, as the document shows them: one entry for each event. */
export function describeWebhooks(components: Components): Json {
  const schema = components.write(webhookEnvelopeSchema, 'output');
  return Object.fromEntries(
    webhookEvents.map((event) => {
      const name = event.replace(/^.*\//, '');
      const post = {
        operationId: name.replaceAll('_', '-'),
        summary: summaries[event],
        description: event.endsWith('_sync') ? 'It is sent once, to those that subscribe to it.' : retries,
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
          '2XX': { description: 'It was received.' },
          '4XX': { description: 'It is sent again.' },
        },
      };
      return [name, { post }];
    }),
  );
}
