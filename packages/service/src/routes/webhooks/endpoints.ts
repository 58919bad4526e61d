import {
  type WebhookTestOutcome,
  webhookChangeRequestSchema,
  webhookEndpointSchema,
  webhookEndpointsSchema,
  webhookTestOutcomeSchema,
  webhookTestRequestSchema,
} from '@vendor/contract';
import type { RequestContext } from '../../http/app-environment.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';
import { readAdmittedJson } from '../../http/read-admitted-json.ts';
import { bodyProblems } from '../../openapi/operation.ts';
import {
  accountEndpoints,
  changeAccountEndpoint,
  describeEndpoint,
  describeTest,
  disableAccountEndpoint,
  resumeAccountEndpoint,
  testEndpoint,
} from '../../webhooks/endpoints/account-endpoints.ts';
import { requireWebhookAct, type WebhookServices } from '../../webhooks/webhook-services.ts';
import type { ApiRoute } from '../api-route.ts';
import { attemptExample, endpointExample } from './webhook-examples.ts';
import { webhookRouteFor } from './webhook-route.ts';

/** Returns whether a request has a body, by its headers (RFC 9112, section 6.3). */
function hasBody({ headers }: Request): boolean {
  return (
    headers.has('transfer-encoding') ||
    (headers.get('content-length') ?? '0') !== '0' ||
    headers.has('content-type')
  );
}

const idIn = (context: RequestContext) => context.req.param('endpointId') ?? '';

const outcomeExample: WebhookTestOutcome = {
  webhookId: 'test_0b7f3c1e-9d2a-4e68-8f5b-1c6a4d9e7b30',
  delivered: true,
  durationMs: 96,
  status: 204,
  error: null,
  request: attemptExample.request,
  response: attemptExample.response,
};

/** Creates the routes for the webhook endpoints of an account. */
export function endpointRoutes(webhooks: WebhookServices, admit: KeyAdmission): readonly ApiRoute[] {
  const route = webhookRouteFor(admit);
  return [
    route(
      {
        id: 'list-webhooks',
        method: 'get',
        path: '/webhooks',
        summary: 'Lists the webhook endpoints with their health.',
        reply: webhookEndpointsSchema,
        examples: { reply: { endpoints: [endpointExample] } },
        problems: [],
      },
      async (_context, actor) => ({
        endpoints: (await accountEndpoints(webhooks, actor)).map(describeEndpoint),
      }),
    ),
    route(
      {
        id: 'test-webhook',
        method: 'post',
        path: '/webhooks/{endpointId}/test',
        summary: 'Sends an endpoint one signed event about an invented execution and returns its reply.',
        description:
          'The rules for deliveries apply: a public address, a timeout of 15 seconds, no redirects. The webhook-id begins with test_, and the execution does not exist. The event is sent once and is not logged. Each call sends another event; an endpoint gets one at a time.',
        body: webhookTestRequestSchema,
        reply: webhookTestOutcomeSchema,
        examples: { body: {}, reply: outcomeExample },
        problems: [...bodyProblems, 'WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOKS_HELD'],
      },
      async (context, actor) => {
        const body = hasBody(context.req.raw)
          ? await readAdmittedJson(admit, context, 'INVALID_REQUEST_BODY')
          : {};
        const { event } = parseBody(webhookTestRequestSchema, body);
        return describeTest(
          await testEndpoint(webhooks, actor, { id: idIn(context), event }, context.req.raw.signal),
        );
      },
    ),
    route(
      {
        id: 'change-webhook',
        method: 'patch',
        path: '/webhooks/{endpointId}',
        summary: 'Changes the address of an endpoint or the events that it subscribes to.',
        description:
          'Members that are left out keep their values. The secret never changes; rotate it if the old address belongs to somebody else. Queued events and retries go to the new address; an attempt in progress ends at the old one. The address must be https, public and complete: one that ends in ?…, as it is displayed, is refused.',
        body: webhookChangeRequestSchema,
        reply: webhookEndpointSchema,
        examples: {
          body: { url: 'https://shop.example/moved' },
          reply: { ...endpointExample, url: 'https://shop.example/moved' },
        },
        problems: [...bodyProblems, 'WEBHOOK_ENDPOINT_NOT_FOUND'],
      },
      async (context, actor) => {
        // Checked before the body is read, as for every key.
        requireWebhookAct(actor, 'endpoint.change');
        const body = await readAdmittedJson(admit, context, 'INVALID_REQUEST_BODY');
        const change = parseBody(webhookChangeRequestSchema, body);
        return describeEndpoint(await changeAccountEndpoint(webhooks, actor, idIn(context), change));
      },
    ),
    route(
      {
        id: 'disable-webhook',
        method: 'post',
        path: '/webhooks/{endpointId}/disable',
        summary: 'Disables an endpoint; its events queue until it is resumed.',
        description: 'Has no effect on a disabled endpoint, so the call can be repeated.',
        reply: webhookEndpointSchema,
        examples: {
          reply: {
            ...endpointExample,
            state: 'disabled',
            disabledAt: '2030-01-15T12:00:00.000Z',
            disabledReason: 'BY_HAND',
          },
        },
        problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
      },
      async (context, actor) =>
        describeEndpoint(await disableAccountEndpoint(webhooks, actor, idIn(context))),
    ),
    route(
      {
        id: 'resume-webhook',
        method: 'post',
        path: '/webhooks/{endpointId}/resume',
        summary: 'Resumes a disabled endpoint and sends it the queued events, oldest first.',
        description: 'Has no effect on an enabled endpoint, so the call can be repeated.',
        reply: webhookEndpointSchema,
        examples: { reply: endpointExample },
        problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
      },
      async (context, actor) => describeEndpoint(await resumeAccountEndpoint(webhooks, actor, idIn(context))),
    ),
  ];
}
