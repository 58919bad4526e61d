import { holdWebhooks, releaseWebhooks } from '../../administration/holds/holds.ts';
import { redeliverWebhooks } from '../../webhooks/delivery/redeliver-webhook.ts';
import { addEndpoint } from '../../webhooks/endpoints/add-endpoint.ts';
import { changeEndpoint } from '../../webhooks/endpoints/change-endpoint.ts';
import { disableEndpoint } from '../../webhooks/endpoints/disable-endpoint.ts';
import { maxSecrets } from '../../webhooks/endpoints/endpoint-secrets.ts';
import { maxEndpoints } from '../../webhooks/endpoints/endpoint-store.ts';
import { removeEndpoint } from '../../webhooks/endpoints/remove-endpoint.ts';
import { resumeEndpoint } from '../../webhooks/endpoints/resume-endpoint.ts';
import { rotateSecret } from '../../webhooks/endpoints/rotate-secret.ts';
import type { EndpointEntry } from '../../webhooks/webhook-reads.ts';
import { accountOption, type Call, type Command } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { openStores } from '../open-stores.ts';
import { accountOf } from '../operator.ts';
import { minuteOf, table, toIsoString } from '../table.ts';
import { endpointUrlOf, eventOf, eventOption, shortEvent } from './endpoint-options.ts';

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhook hold',
    summary: 'Holds all webhooks until "webhook release".',
    operand: null,
    options: {},
    notes: `Run it on a restored copy before the first start, so that a drill sends nothing to real receivers. A service that runs sends
nothing more within a second.`,
    async run({ operator }) {
      const { holds } = await openStores(operator);
      const { since, isNew } = await holdWebhooks({ holds, clock: operator.clock }, operator.actor);
      return {
        data: { heldSince: toIsoString(since) },
        text: isNew
          ? 'Webhooks are held: nothing is sent before "orchestration webhook release".'
          : `Webhooks were held already, since ${minuteOf(since)}.`,
      };
    },
  },
  {
    name: 'webhook release',
    summary: 'Sends the webhooks that "webhook hold" or "restore --held" holds.',
    operand: null,
    options: {},
    notes: `The service on this data then sends all due webhooks to the endpoints of the backup. If the data is a copy, such as for a
drill, change or remove its endpoints first.`,
    async run({ operator }) {
      const { holds } = await openStores(operator);
      const heldSince = await releaseWebhooks({ holds, clock: operator.clock }, operator.actor);
      return {
        data: { heldSince: toIsoString(heldSince) },
        text:
          heldSince === null
            ? 'No webhooks were held.'
            : `Webhooks are no longer held. Due events go out within a second; they were held since ${minuteOf(heldSince)}.`,
      };
    },
  },
  {
    name: 'webhook add',
    summary: 'Sends the events of an account to a URL. Its secret is shown only once.',
    operand: null,
    options: {
      account: { ...accountOption, required: true },
      url: { value: 'url', about: 'Where they are posted: https, at a public address.', required: true },
      event: eventOption('An event to send; finished and updated by default. May be given several times.'),
    },
    notes: `Deliveries are signed with the secret, after Standard Webhooks (standardwebhooks.com). An account may have ${maxEndpoints}
endpoints. "webhook test" tests one.`,
    run: add,
  },
  {
    name: 'webhook list',
    summary: 'Lists endpoints and their state.',
    operand: null,
    options: { account: accountOption },
    async run({ operator, text }) {
      const endpoints = await (await openStores(operator)).endpointsOf(text('account'));
      const rows = endpoints.map((endpoint) => [
        endpoint.id,
        stateOf(endpoint),
        counted(endpoint.held),
        counted(endpoint.undelivered),
        endpoint.accountId,
        endpoint.url,
      ]);
      const headings = ['id', 'state', 'held', 'undelivered', 'account', 'url'];
      return {
        data: endpoints.map(entryOf),
        text: table(headings, rows, 'There are no endpoints yet. Add one: webhook add …'),
      };
    },
  },
  {
    name: 'webhook change',
    summary: 'Changes the URL or the events of an endpoint. Its secret stays.',
    operand: 'endpoint id',
    options: {
      url: { value: 'url', about: 'Where they are posted from now on, as for "webhook add".' },
      event: eventOption(
        'An event to send from now on, instead of the previous ones. May be given several times.',
      ),
    },
    notes: `Held events and retries go to the new URL. If others can read the old one, change the secret: webhook rotate-secret.`,
    run: change,
  },
  {
    name: 'webhook remove',
    summary: 'Removes an endpoint with its pending events and its log.',
    operand: 'endpoint id',
    options: {},
    async run({ operator, operand }) {
      const { webhooks } = await openStores(operator);
      const services = { store: webhooks, clock: operator.clock, actor: operator.actor };
      const isFound = await removeEndpoint(services, operand);
      if (!isFound) throw noEndpoint(operand);
      return { data: { id: operand }, text: 'The endpoint was removed.' };
    },
  },
  {
    name: 'webhook rotate-secret',
    summary: 'Gives an endpoint a new secret, shown only once; the previous one also signs for 24 hours.',
    operand: 'endpoint id',
    options: {},
    notes: `At most ${maxSecrets} secrets sign at a time: after ${maxSecrets - 1} rotations within 24 hours, the next has to wait. If a secret leaked and must stop
signing at once, add another endpoint with that URL and remove this one.`,
    async run({ operator, operand }) {
      const { endpoints } = await openStores(operator);
      const became = await rotateSecret({ endpoints, clock: operator.clock, actor: operator.actor }, operand);
      if (became === 'not-there' || became === 'changed-since') throw noEndpoint(operand);
      if ('notBefore' in became) throw tooManySecrets(became.notBefore);
      return {
        data: { id: operand, secret: became.secret },
        text: `The endpoint has a new secret. It is shown only once: store it now.\n\nsecret  ${became.secret}\n\nUntil ${minuteOf(became.now + 24 * 60 * 60 * 1000)} the previous one signs, too.`,
      };
    },
  },
  {
    name: 'webhook disable',
    summary: 'Holds the events of an endpoint until it is resumed.',
    operand: 'endpoint id',
    options: {},
    async run(call) {
      const { services, endpoint } = await endpointOf(call);
      await disableEndpoint(services, endpoint.id);
      const text = `The endpoint is disabled: its events wait. webhook resume ${endpoint.id} sends them.`;
      return { data: { id: endpoint.id }, text };
    },
  },
  {
    name: 'webhook resume',
    summary: 'Enables an endpoint again and sends its held events, oldest first.',
    operand: 'endpoint id',
    options: {},
    async run(call) {
      const { services, endpoint } = await endpointOf(call);
      await resumeEndpoint(services, endpoint.id);
      return {
        data: { id: endpoint.id, resumed: endpoint.held },
        text: `The endpoint is enabled. Events being sent: ${counted(endpoint.held)}.`,
      };
    },
  },
  {
    name: 'webhook replay',
    summary: 'Sends an endpoint the events that were given up, each with a new retry schedule.',
    operand: 'endpoint id',
    options: {},
    notes: 'Events that were given up are kept for 30 days.',
    async run(call) {
      const { services, endpoint } = await endpointOf(call);
      if (endpoint.disabledAt !== null) {
        throw new CommandError(`The endpoint is disabled. First run: webhook resume ${endpoint.id}`);
      }
      const ids = await (await openStores(call.operator)).undeliveredTo(endpoint.id);
      const { redelivered, tooOld, isDisabled } = await redeliverWebhooks(services, ids);
      const left =
        tooOld === 0 ? '' : ` Not sent, because they first arrived more than 30 days ago: ${tooOld}.`;
      const skipped = isDisabled
        ? ` The endpoint was disabled meanwhile, so the other events were not sent. Run webhook resume ${endpoint.id}, then webhook replay again.`
        : '';
      return {
        data: { id: endpoint.id, replayed: redelivered, tooOld, disabled: isDisabled },
        text: `Events being sent again: ${redelivered}.${left}${skipped}`,
        isGood: !isDisabled,
      };
    },
  },
];

/** Returns the named endpoint, and the services that send to it. */
async function endpointOf({ operator, operand }: Call) {
  const { webhooks, endpointsOf } = await openStores(operator);
  const endpoint = (await endpointsOf()).find(({ id }) => id === operand);
  if (!endpoint) throw noEndpoint(operand);
  const { clock, actor } = operator;
  // Wakes nobody: the running service polls for jobs twice a second.
  const services = { store: webhooks, clock, jobs: { wake: () => {} }, actor };
  return { services, endpoint };
}

async function add({ operator, must, texts }: Call) {
  const url = endpointUrlOf(must('url'), operator.environment);
  const events = texts('event').length === 0 ? ['finished', 'updated'] : texts('event');
  const { accounts, endpoints } = await openStores(operator);
  const account = await accountOf(accounts, must('account'));
  const endpoint = await addEndpoint(
    { endpoints, clock: operator.clock, actor: operator.actor },
    { accountId: account.id, url, events: events.map(eventOf) },
  );
  if (!endpoint) throw tooManyEndpoints(account.name);
  return {
    data: { ...endpoint, createdAt: toIsoString(endpoint.createdAt) },
    text: `Events of "${account.name}" go to ${url}. The secret is shown only once: store it now.\n\nid      ${endpoint.id}\nsecret  ${endpoint.secret}`,
  };
}

async function change({ operator, operand, text, texts }: Call) {
  const address = text('url');
  const url = address === undefined ? undefined : endpointUrlOf(address, operator.environment);
  const events = texts('event').length === 0 ? undefined : texts('event').map(eventOf);
  if (url === undefined && events === undefined)
    throw new UsageError('Name what to change: --url or --event.');
  const { webhooks, endpointsOf } = await openStores(operator);
  const { clock, actor } = operator;
  const services = { store: webhooks, clock, actor };
  if ((await changeEndpoint(services, operand, { url, events })) === 'not-there') throw noEndpoint(operand);
  const endpoint = (await endpointsOf()).find(({ id }) => id === operand);
  if (!endpoint) throw noEndpoint(operand);
  const names = endpoint.events.map(shortEvent).join(', ');
  return {
    data: entryOf(endpoint),
    text: `From now on ${names} go to ${endpoint.url}. The secret is the same.`,
  };
}

export function tooManyEndpoints(accountName: string): CommandError {
  return new CommandError(
    `"${accountName}" has ${maxEndpoints} endpoints, the maximum. To remove one: webhook remove`,
  );
}

function tooManySecrets(notBefore: number): CommandError {
  return new CommandError(
    `This endpoint has ${maxSecrets} signing secrets, the maximum. The next rotation is possible at ${minuteOf(notBefore)}.`,
  );
}

export function noEndpoint(id: string): CommandError {
  return new CommandError(`There is no endpoint "${id}". "webhook list" lists all endpoints.`);
}

function stateOf({ disabledReason, disabledAt, failingSince }: EndpointEntry): string {
  if (disabledAt !== null) return `disabled (${disabledReason})`;
  return failingSince === null ? 'enabled' : `failing since ${minuteOf(failingSince)}`;
}

function entryOf({ relapsedAt: _, failedAt: __, revision: ___, ...endpoint }: EndpointEntry) {
  return {
    ...endpoint,
    createdAt: toIsoString(endpoint.createdAt),
    failingSince: toIsoString(endpoint.failingSince),
    disabledAt: toIsoString(endpoint.disabledAt),
  };
}
