import {
  webhookChangeRequestSchema,
  webhookDeliveryStates,
  webhookEvents,
  webhookTestRequestSchema,
} from '@vendor/contract';
import type { Handler } from 'hono';
import { type AnswerOnceServices, answerNamed } from '../../executions/answer-once.ts';
import type { AppEnvironment, RequestContext } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { Caller, KeyAdmission } from '../../http/limits/rate-limit.ts';
import { oneOf, type QueryKind, readQuery, uuid, wholeNumber } from '../../http/query.ts';
import {
  accountDeliveries,
  deliveryLog,
  placeOf,
  redeliver,
} from '../../webhooks/delivery/account-deliveries.ts';
import {
  accountEndpoints,
  changeAccountEndpoint,
  disableAccountEndpoint,
  resumeAccountEndpoint,
  testEndpoint,
  toldEndpoint,
  toldTest,
} from '../../webhooks/endpoints/account-endpoints.ts';
import type { DeliveryPlace } from '../../webhooks/webhook-reads.ts';
import { requireWebhookAct, type WebhookServices } from '../../webhooks/webhook-services.ts';

type Routes = 'endpoints' | 'change' | 'test' | 'disable' | 'resume' | 'deliveries' | 'log' | 'redeliver';

/** The most deliveries on a page. */
const mostAtOnce = 200;

const cursor: QueryKind<DeliveryPlace> = { read: placeOf, must: 'must be the nextCursor of a page' };

/** Whether a request has a body, by its headers (RFC 9112, 6.3). */
function hasBody({ headers }: Request): boolean {
  return (
    headers.has('transfer-encoding') ||
    (headers.get('content-length') ?? '0') !== '0' ||
    headers.has('content-type')
  );
}

/** Routes on which a backend manages its webhooks, with a key for them. */
export function webhookRoutes(
  desk: WebhookServices,
  services: AnswerOnceServices,
  admit: KeyAdmission,
): Record<Routes, Handler<AppEnvironment>> {
  const answering =
    (answer: (context: RequestContext, actor: Caller) => Promise<object>) =>
    async (context: RequestContext) => {
      const actor = await admit(context);
      // Before anything of the request is read: whom it is refused learns nothing of what it should have been.
      requireWebhookAct(actor, 'endpoint.read');
      return dataReply(context, await answer(context, actor));
    };
  return {
    endpoints: answering(async (_context, actor) => ({
      endpoints: (await accountEndpoints(desk, actor)).map(toldEndpoint),
    })),
    change: answering(async (context, actor) => {
      // Before the body is read, as for every key that may not.
      requireWebhookAct(actor, 'endpoint.change');
      const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
      const change = parseBody(webhookChangeRequestSchema, body);
      const id = context.req.param('endpointId') ?? '';
      return toldEndpoint(await changeAccountEndpoint(desk, actor, id, change));
    }),
    test: answering(async (context, actor) => {
      const body = hasBody(context.req.raw) ? await readJson(context.req.raw, 'INVALID_REQUEST_BODY') : {};
      const { event } = parseBody(webhookTestRequestSchema, body);
      const id = context.req.param('endpointId') ?? '';
      return toldTest(await testEndpoint(desk, actor, { id, event }, context.req.raw.signal));
    }),
    disable: answering(async (context, actor) =>
      toldEndpoint(await disableAccountEndpoint(desk, actor, context.req.param('endpointId') ?? '')),
    ),
    resume: answering(async (context, actor) =>
      toldEndpoint(await resumeAccountEndpoint(desk, actor, context.req.param('endpointId') ?? '')),
    ),
    deliveries: answering((context, actor) => {
      const filter = readQuery(context, {
        endpoint: uuid,
        execution: uuid,
        event: oneOf(webhookEvents),
        state: oneOf(webhookDeliveryStates),
        cursor,
        limit: wholeNumber(1, mostAtOnce),
      });
      return accountDeliveries(desk, actor, filter);
    }),
    log: answering((context, actor) => deliveryLog(desk, actor, context.req.param('deliveryId') ?? '')),
    redeliver: answering((context, actor) => {
      // One delivery, however its id is written.
      const id = (context.req.param('deliveryId') ?? '').toLowerCase();
      const call = {
        name: context.req.header('idempotency-key') ?? null,
        apiKeyId: actor.id,
        request: { operation: 'redeliver-webhook', body: { id } },
      };
      return answerNamed(services, call, (keep) => redeliver(desk, actor, id, keep));
    }),
  };
}
