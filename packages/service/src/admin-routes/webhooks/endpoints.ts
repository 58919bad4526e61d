import {
  type AdminCreatedSecret,
  type AdminEndpoint,
  type AdminEndpointList,
  type AdminWebhookTest,
  adminCreatedSecretSchema,
  adminEndpointChangeSchema,
  adminEndpointListSchema,
  adminEndpointRequestSchema,
  adminEndpointSchema,
  adminSecretRotationSchema,
  adminWebhookTestRequestSchema,
  adminWebhookTestSchema,
} from '@vendor/contract/admin';
import type { PersonInMode } from '../../access/actor.ts';
import type { PeopleReads } from '../../administration/people/people-store.ts';
import { requireRecentSignIn } from '../../administration/people/sign-in/recent-sign-in.ts';
import type { ShowDeliveryServices } from '../../administration/webhooks/show-delivery.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { readQuery } from '../../http/query.ts';
import { oneModeParameter } from '../../openapi/admin-operation.ts';
import { nothing } from '../../openapi/operation.ts';
import { accountDeliveries } from '../../webhooks/delivery/account-deliveries.ts';
import { describeAnswer } from '../../webhooks/delivery/answer-text.ts';
import {
  accountEndpoint,
  accountEndpoints,
  addAccountEndpoint,
  changeAccountEndpoint,
  describeEndpoint,
  describeTest,
  disableAccountEndpoint,
  removeAccountEndpoint,
  resumeAccountEndpoint,
  rotateAccountSecret,
  testEndpoint,
} from '../../webhooks/endpoints/account-endpoints.ts';
import { findFailureWarning } from '../../webhooks/endpoints/endpoint-health.ts';
import { maxEndpoints } from '../../webhooks/endpoints/endpoint-store.ts';
import type { EndpointEntry } from '../../webhooks/webhook-reads.ts';
import { requireWebhookAct, type WebhookServices } from '../../webhooks/webhook-services.ts';
import type { AdminRoute, PersonRoute } from '../admin-route.ts';
import { idIn, inMode, mode } from './webhook-call.ts';

/** Services of the routes for webhooks. */
export interface AdminWebhookServices extends ShowDeliveryServices {
  readonly people: Pick<PeopleReads, 'membership' | 'person' | 'session'>;
}

/** Creates the routes for webhook endpoints. */
export function endpointRoutes(services: AdminWebhookServices): AdminRoute[] {
  const { webhookServices: webhooks } = services;
  const describe = (actor: PersonInMode, entry: EndpointEntry) =>
    describeAdminEndpoint(webhooks, actor, entry);
  /** Makes the route that disables or resumes an endpoint. */
  const switching = (act: 'disable' | 'resume', change: typeof disableAccountEndpoint): PersonRoute => ({
    method: 'POST',
    path: `webhooks/:id/${act}`,
    access: 'endpoint.change',
    operation: {
      summary: act === 'disable' ? 'Disable an endpoint' : 'Resume an endpoint',
      reply: adminEndpointSchema,
    },
    async answer(context, person): Promise<AdminEndpoint> {
      const actor = inMode(person, undefined);
      return describe(actor, await change(webhooks, actor, idIn(context)));
    },
  });
  return [
    {
      method: 'GET',
      path: 'webhooks',
      access: 'endpoint.read',
      operation: {
        summary: 'List endpoints',
        query: { mode: oneModeParameter },
        reply: adminEndpointListSchema,
      },
      async answer(context, person): Promise<AdminEndpointList> {
        const actor = inMode(person, readQuery(context, { mode }).mode);
        const [entries, heldAt] = await Promise.all([
          accountEndpoints(webhooks, actor),
          webhooks.reads.heldAt(),
        ]);
        return {
          endpoints: await Promise.all(entries.map((entry) => describe(actor, entry))),
          most: maxEndpoints,
          heldSince: isoOrNull(heldAt),
        };
      },
    },
    {
      method: 'POST',
      path: 'webhooks',
      access: 'endpoint.add',
      operation: {
        summary: 'Add an endpoint',
        body: adminEndpointRequestSchema,
        reply: adminCreatedSecretSchema,
      },
      needsRecentSignIn: true,
      async answer(context, person): Promise<AdminCreatedSecret> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const actor = inMode(person, undefined);
        const { id, secret } = await addAccountEndpoint(
          webhooks,
          actor,
          parseBody(adminEndpointRequestSchema, body),
        );
        return { secret, endpoint: await describe(actor, await accountEndpoint(webhooks, actor, id)) };
      },
    },
    {
      method: 'GET',
      path: 'webhooks/:id',
      access: 'endpoint.read',
      operation: {
        summary: 'Show an endpoint',
        query: { mode: oneModeParameter },
        reply: adminEndpointSchema,
      },
      async answer(context, person): Promise<AdminEndpoint> {
        const actor = inMode(person, readQuery(context, { mode }).mode);
        return describe(actor, await accountEndpoint(webhooks, actor, idIn(context)));
      },
    },
    {
      method: 'PATCH',
      path: 'webhooks/:id',
      access: 'endpoint.change',
      operation: {
        summary: 'Change an endpoint',
        body: adminEndpointChangeSchema,
        reply: adminEndpointSchema,
      },
      needsRecentSignIn: 'in-use-case',
      async answer(context, person): Promise<AdminEndpoint> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { revision, ...change } = parseBody(adminEndpointChangeSchema, body);
        const actor = inMode(person, undefined);
        if (change.url !== undefined)
          await requireRecentSignInToMove(services, actor, idIn(context), change.url);
        return describe(actor, await changeAccountEndpoint(webhooks, actor, idIn(context), change, revision));
      },
    },
    {
      method: 'DELETE',
      path: 'webhooks/:id',
      access: 'endpoint.remove',
      operation: { summary: 'Remove an endpoint', reply: nothing },
      async answer(context, person) {
        await removeAccountEndpoint(webhooks, inMode(person, undefined), idIn(context));
        return {};
      },
    },
    switching('disable', disableAccountEndpoint),
    switching('resume', resumeAccountEndpoint),
    {
      method: 'POST',
      path: 'webhooks/:id/rotate',
      access: 'endpoint.rotate-secret',
      operation: {
        summary: 'Create another signing secret',
        body: adminSecretRotationSchema,
        reply: adminCreatedSecretSchema,
      },
      needsRecentSignIn: true,
      async answer(context, person): Promise<AdminCreatedSecret> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { revision } = parseBody(adminSecretRotationSchema, body);
        const actor = inMode(person, undefined);
        const { secret } = await rotateAccountSecret(webhooks, actor, idIn(context), revision);
        return {
          secret,
          endpoint: await describe(actor, await accountEndpoint(webhooks, actor, idIn(context))),
        };
      },
    },
    {
      method: 'POST',
      path: 'webhooks/:id/test',
      access: 'endpoint.test',
      operation: {
        summary: 'Send a test event',
        body: adminWebhookTestRequestSchema,
        reply: adminWebhookTestSchema,
      },
      async answer(context, person): Promise<AdminWebhookTest> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { mode, ...wanted } = parseBody(adminWebhookTestRequestSchema, body);
        const { signal } = context.req.raw;
        const call = { id: idIn(context), ...wanted };
        const outcome = await testEndpoint(webhooks, inMode(person, mode), call, signal);
        const { sent, answer } = outcome;
        return { ...describeTest(outcome), sent, answer: answer && describeAnswer(answer) };
      },
    },
  ];
}

/**
 * Requires a recent sign-in before the URL changes, as before an endpoint is added. If somebody else changes the URL between
 * this check and the change, the revision differs, and the change is refused.
 *
 * @throws {Refusal} FORBIDDEN, WEBHOOK_ENDPOINT_NOT_FOUND, AUTHENTICATION_TOO_OLD.
 */
async function requireRecentSignInToMove(
  { webhookServices: webhooks, people }: AdminWebhookServices,
  actor: PersonInMode,
  id: string,
  url: string,
): Promise<void> {
  requireWebhookAct(actor, 'endpoint.change');
  const endpoint = await accountEndpoint(webhooks, actor, id);
  if (endpoint.url !== url) await requireRecentSignIn(people, actor, webhooks.clock.now());
}

async function describeAdminEndpoint(
  webhooks: WebhookServices,
  actor: PersonInMode,
  entry: EndpointEntry,
): Promise<AdminEndpoint> {
  const now = webhooks.clock.now();
  const newest = { endpoint: entry.id, execution: undefined, event: undefined, state: undefined };
  const [{ deliveries }, secrets] = await Promise.all([
    accountDeliveries(webhooks, actor, { ...newest, cursor: undefined, limit: 1 }),
    webhooks.reads.signingSecrets(entry.id, now),
  ]);
  const ends = (secrets ?? []).flatMap(({ until }) => (until === null ? [] : [until]));
  return {
    ...describeEndpoint(entry),
    revision: entry.revision,
    disablesAt: isoOrNull(findFailureWarning(entry, now)?.disablesAt ?? null),
    oldSecretsUntil: ends.length === 0 ? null : isoOrNull(Math.max(...ends)),
    last: deliveries[0] ?? null,
  };
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
