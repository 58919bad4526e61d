import { webhookDeliveryStates } from '@vendor/contract';
import {
  type AdminCreatedSecret,
  type AdminDelivery,
  type AdminDeliveryList,
  type AdminEndpoint,
  type AdminEndpointList,
  type AdminReplay,
  type AdminWebhookAlarms,
  type AdminWebhookTest,
  adminDeliveryRevealSchema,
  adminEndpointChangeSchema,
  adminEndpointRequestSchema,
  adminRedeliveryRequestSchema,
  adminReplayRequestSchema,
  adminSecretRotationSchema,
  adminWebhookTestRequestSchema,
} from '@vendor/contract/admin';
import type { PersonActor, PersonInMode } from '../../access/actor.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type { PeopleReads } from '../../administration/people/people-store.ts';
import { requireRecentSignIn } from '../../administration/people/sign-in/recent-sign-in.ts';
import {
  revealDelivery,
  type ShowDeliveryServices,
  showDelivery,
} from '../../administration/webhooks/show-delivery.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { oneOf, type QueryKind, readQuery } from '../../http/query.ts';
import {
  accountDeliveries,
  placeOf,
  redeliver,
  replayUndelivered,
} from '../../webhooks/delivery/account-deliveries.ts';
import { tellAnswer } from '../../webhooks/delivery/answer-text.ts';
import {
  accountEndpoint,
  accountEndpoints,
  addAccountEndpoint,
  changeAccountEndpoint,
  disableAccountEndpoint,
  removeAccountEndpoint,
  resumeAccountEndpoint,
  rotateAccountSecret,
  testEndpoint,
  toldEndpoint,
  toldTest,
} from '../../webhooks/endpoints/account-endpoints.ts';
import { findFailureAlarm } from '../../webhooks/endpoints/endpoint-health.ts';
import { mostEndpoints } from '../../webhooks/endpoints/endpoint-store.ts';
import { shownUrl } from '../../webhooks/endpoints/endpoint-url.ts';
import type { DeliveryPlace, EndpointEntry } from '../../webhooks/webhook-reads.ts';
import { requireWebhookAct, type WebhookServices } from '../../webhooks/webhook-services.ts';
import type { AdminRoute, PersonRoute } from '../admin-route.ts';

/** Services that the panel looks after webhooks through. */
export interface AdminWebhookServices extends ShowDeliveryServices {
  readonly people: Pick<PeopleReads, 'person' | 'session'>;
}

const mode = oneOf(keyModes);
const after: QueryKind<DeliveryPlace> = { read: placeOf, must: 'must be the nextCursor of a page' };
const deliveryQuery = { mode, state: oneOf(webhookDeliveryStates), after };

/** Webhooks under Settings. */
export function webhookRoutes(services: AdminWebhookServices): AdminRoute[] {
  const { desk } = services;
  const tell = (actor: PersonInMode, entry: EndpointEntry) => tellEndpoint(desk, actor, entry);
  /** Disables or resumes an endpoint: both need no body. */
  const switching = (act: 'disable' | 'resume', change: typeof disableAccountEndpoint): PersonRoute => ({
    method: 'POST',
    path: `webhooks/:id/${act}`,
    access: 'endpoint.change',
    async answer(context, person): Promise<AdminEndpoint> {
      const actor = inMode(person, undefined);
      return tell(actor, await change(desk, actor, idIn(context)));
    },
  });
  return [
    {
      method: 'GET',
      path: 'webhooks',
      access: 'endpoint.read',
      async answer(context, person): Promise<AdminEndpointList> {
        const actor = inMode(person, readQuery(context, { mode }).mode);
        const [entries, heldAt] = await Promise.all([accountEndpoints(desk, actor), desk.reads.heldAt()]);
        return {
          endpoints: await Promise.all(entries.map((entry) => tell(actor, entry))),
          most: mostEndpoints,
          heldSince: isoOrNull(heldAt),
        };
      },
    },
    {
      method: 'POST',
      path: 'webhooks',
      access: 'endpoint.add',
      needsRecentSignIn: true,
      async answer(context, person): Promise<AdminCreatedSecret> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const actor = inMode(person, undefined);
        const { id, secret } = await addAccountEndpoint(
          desk,
          actor,
          parseBody(adminEndpointRequestSchema, body),
        );
        return { secret, endpoint: await tell(actor, await accountEndpoint(desk, actor, id)) };
      },
    },
    {
      method: 'GET',
      path: 'webhooks/:id',
      access: 'endpoint.read',
      async answer(context, person): Promise<AdminEndpoint> {
        const actor = inMode(person, readQuery(context, { mode }).mode);
        return tell(actor, await accountEndpoint(desk, actor, idIn(context)));
      },
    },
    {
      method: 'PATCH',
      path: 'webhooks/:id',
      access: 'endpoint.change',
      needsRecentSignIn: 'in-use-case',
      async answer(context, person): Promise<AdminEndpoint> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { revision, ...change } = parseBody(adminEndpointChangeSchema, body);
        const actor = inMode(person, undefined);
        if (change.url !== undefined)
          await refuseMoveAfterLongTime(services, actor, idIn(context), change.url);
        return tell(actor, await changeAccountEndpoint(desk, actor, idIn(context), change, revision));
      },
    },
    {
      method: 'DELETE',
      path: 'webhooks/:id',
      access: 'endpoint.remove',
      async answer(context, person) {
        await removeAccountEndpoint(desk, inMode(person, undefined), idIn(context));
        return {};
      },
    },
    switching('disable', disableAccountEndpoint),
    switching('resume', resumeAccountEndpoint),
    {
      method: 'POST',
      path: 'webhooks/:id/rotate',
      access: 'endpoint.rotate-secret',
      needsRecentSignIn: true,
      async answer(context, person): Promise<AdminCreatedSecret> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { revision } = parseBody(adminSecretRotationSchema, body);
        const actor = inMode(person, undefined);
        const { secret } = await rotateAccountSecret(desk, actor, idIn(context), revision);
        return { secret, endpoint: await tell(actor, await accountEndpoint(desk, actor, idIn(context))) };
      },
    },
    {
      method: 'POST',
      path: 'webhooks/:id/test',
      access: 'endpoint.test',
      async answer(context, person): Promise<AdminWebhookTest> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { mode, ...wanted } = parseBody(adminWebhookTestRequestSchema, body);
        const { signal } = context.req.raw;
        const call = { id: idIn(context), ...wanted };
        const outcome = await testEndpoint(desk, inMode(person, mode), call, signal);
        const { sent, answer } = outcome;
        return { ...toldTest(outcome), sent, answer: answer && tellAnswer(answer) };
      },
    },
    {
      method: 'GET',
      path: 'webhooks/:id/deliveries',
      access: 'delivery.read',
      async answer(context, person): Promise<AdminDeliveryList> {
        const { mode, state, after } = readQuery(context, deliveryQuery);
        const actor = inMode(person, mode);
        const { id } = await accountEndpoint(desk, actor, idIn(context));
        return accountDeliveries(desk, actor, {
          endpoint: id,
          execution: undefined,
          event: undefined,
          state,
          cursor: after,
          limit: undefined,
        });
      },
    },
    {
      method: 'POST',
      path: 'webhooks/:id/replay',
      access: 'delivery.redeliver',
      async answer(context, person): Promise<AdminReplay> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { mode, since } = parseBody(adminReplayRequestSchema, body);
        return replayUndelivered(desk, inMode(person, mode), idIn(context), Date.parse(since));
      },
    },
    {
      method: 'GET',
      path: 'webhook-deliveries/:id',
      access: 'delivery.read',
      answer(context, person): Promise<AdminDelivery> {
        return showDelivery(services, inMode(person, readQuery(context, { mode }).mode), idIn(context));
      },
    },
    {
      method: 'POST',
      path: 'webhook-deliveries/:id/reveal',
      access: 'execution.reveal',
      async answer(context, person): Promise<AdminDelivery> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { mode, reason } = parseBody(adminDeliveryRevealSchema, body);
        return revealDelivery(services, inMode(person, mode), idIn(context), reason);
      },
    },
    {
      method: 'POST',
      path: 'webhook-deliveries/:id/redeliver',
      access: 'delivery.redeliver',
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { mode } = parseBody(adminRedeliveryRequestSchema, body);
        return redeliver(desk, inMode(person, mode), idIn(context), null);
      },
    },
    {
      method: 'GET',
      path: 'webhook-alarms',
      access: 'endpoint.read',
      isAutomatic: true,
      async answer(_context, person): Promise<AdminWebhookAlarms> {
        const entries = await accountEndpoints(desk, inMode(person, undefined));
        return { alarms: entries.flatMap((entry) => alarmOf(entry, desk.clock.now())) };
      },
    },
  ];
}

/** @param wanted - undefined: live mode, where the person has the right to it. */
function inMode(person: PersonActor, wanted: KeyMode | undefined): PersonInMode {
  const usual = person.modes.includes('live') ? 'live' : 'test';
  return { ...person, mode: wanted ?? usual };
}

/**
 * Asks for the password before events go elsewhere, as before an endpoint is added. Whoever moves it between this look and the change
 * has changed its revision, which the change compares.
 *
 * @throws {Refusal} FORBIDDEN, WEBHOOK_ENDPOINT_NOT_FOUND, AUTHENTICATION_TOO_OLD.
 */
async function refuseMoveAfterLongTime(
  { desk, people }: AdminWebhookServices,
  actor: PersonInMode,
  id: string,
  url: string,
): Promise<void> {
  requireWebhookAct(actor, 'endpoint.change');
  const endpoint = await accountEndpoint(desk, actor, id);
  if (endpoint.url !== url) await requireRecentSignIn(people, actor, desk.clock.now());
}

function idIn(context: RequestContext): string {
  return context.req.param('id') ?? '';
}

async function tellEndpoint(
  desk: WebhookServices,
  actor: PersonInMode,
  entry: EndpointEntry,
): Promise<AdminEndpoint> {
  const now = desk.clock.now();
  const newest = { endpoint: entry.id, execution: undefined, event: undefined, state: undefined };
  const [{ deliveries }, secrets] = await Promise.all([
    accountDeliveries(desk, actor, { ...newest, cursor: undefined, limit: 1 }),
    desk.reads.signingSecrets(entry.id, now),
  ]);
  const ends = (secrets ?? []).flatMap(({ until }) => (until === null ? [] : [until]));
  return {
    ...toldEndpoint(entry),
    revision: entry.revision,
    disablesAt: isoOrNull(findFailureAlarm(entry, now)?.disablesAt ?? null),
    oldSecretsUntil: ends.length === 0 ? null : isoOrNull(Math.max(...ends)),
    last: deliveries[0] ?? null,
  };
}

function alarmOf(entry: EndpointEntry, now: number): AdminWebhookAlarms['alarms'] {
  const { id, url, failingSince, disabledAt, disabledReason } = entry;
  const told = { endpointId: id, url: shownUrl(url), failingSince: isoOrNull(failingSince) };
  // Whoever disabled it by hand knows.
  if (disabledAt !== null && disabledReason !== null && disabledReason !== 'BY_HAND')
    return [{ ...told, percent: 100, disablesAt: null, disabledAt: isoOrNull(disabledAt), disabledReason }];
  const alarm = findFailureAlarm(entry, now);
  if (!alarm) return [];
  const { percent, disablesAt } = alarm;
  return [{ ...told, percent, disablesAt: isoOrNull(disablesAt), disabledAt: null, disabledReason: null }];
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
