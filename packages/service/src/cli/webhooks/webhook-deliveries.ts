import { type WebhookDeliveryState, webhookDeliveryStates } from '@vendor/contract';
import { type Redelivery, redeliverWebhook } from '../../webhooks/delivery/redeliver-webhook.ts';
import type { AttemptEntry, DeliveryCursor, DeliveryEntry } from '../../webhooks/webhook-reads.ts';
import { accountOption, type Call, type Command } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { openStores } from '../open-stores.ts';
import type { Operator } from '../operator.ts';
import { minuteOf, table, toIsoString } from '../table.ts';
import { timeOf } from '../time-option.ts';
import { eventOf, eventOption, shortEvent } from './endpoint-options.ts';

const states = webhookDeliveryStates;
const usualLimit = 50;
const maxLimit = 1000;

/** Commands that show requests and responses of deliveries, and redeliver them. */
export const deliveryCommands: readonly Command[] = [
  {
    name: 'webhook deliveries',
    summary: 'Lists events that are held, pending, delivered or given up, newest first.',
    operand: null,
    options: {
      account: accountOption,
      endpoint: { value: 'id', about: 'Only those to this endpoint.' },
      execution: { value: 'id', about: 'Only those about this execution.' },
      event: { ...eventOption('Only those of this event.'), multiple: false },
      state: {
        value: states.join('|'),
        about: 'Only those in this state; held: the endpoint is disabled, or earlier events come first.',
      },
      from: { value: 'time', about: 'Only those of events from then on, such as 2026-11-27T09:00Z.' },
      to: { value: 'time', about: 'Only those of events before then; a date is its first moment, UTC.' },
      before: {
        value: 'delivery id',
        about: 'Only those that follow this one, the last of the previous page.',
      },
      limit: { value: 'number', about: `How many at most; ${usualLimit} by default.` },
    },
    notes: `With --event, a page can be shorter than its limit, or even empty, without being the last; it says if there are more. With
--json, a line on standard error says so, {"more":{"before":"<delivery id>"}}; no line means that there are none.`,
    async run({ operator, text }) {
      const event = text('event');
      const { deliveryPage } = await openStores(operator);
      const { entries, next } = await deliveryPage({
        mode: null,
        accountId: text('account') ?? null,
        endpointId: text('endpoint'),
        executionId: text('execution'),
        event: event === undefined ? undefined : eventOf(event),
        state: stateOf(text('state')),
        from: timeOf('from', text('from')),
        to: timeOf('to', text('to')),
        after: await findCursor(operator, text('before')),
        limit: limitOf(text('limit')),
      });
      const headings = ['id', 'event', 'number', 'state', 'attempts', 'last', 'emitted', 'execution', 'url'];
      const none = next === null ? 'There is none.' : 'None among those examined.';
      const rows = table(headings, entries.map(rowOf), none);
      const more = next === null ? '' : `\n\nThere are more: --before ${next.id}`;
      return {
        data: entries.map(dataOf),
        text: `${rows}${more}`,
        ...(next !== null && { more: { before: next.id } }),
      };
    },
  },
  {
    name: 'webhook delivery',
    summary: 'Shows a delivery and each attempt: request, response and duration.',
    operand: 'delivery id',
    options: {},
    notes: `Attempts are kept for 30 days. Bodies and signatures are not kept, because they hold data of the user, nor response headers
that could repeat the request.`,
    async run({ operator, operand }) {
      const entry = await deliveryOf(operator, operand);
      const attempts = await (await openStores(operator)).attemptsOf(operand);
      return {
        data: { ...dataOf(entry), log: attempts.map(attemptData) },
        text: [headOf(entry), ...attempts.map(attemptText)].join('\n\n'),
      };
    },
  },
  {
    name: 'webhook redeliver',
    summary: 'Sends an event to its endpoint again, with the same id and a new retry schedule.',
    operand: 'delivery id',
    options: {},
    notes: 'The webhook-id stays the same. Personal data is as it is now: null once purged.',
    run: redeliver,
  },
];

const whyNot: Record<Exclude<Redelivery, 'redelivered'>, string> = {
  'not-there': 'This event is no longer stored.',
  'on-its-way': 'This event is already pending.',
  'too-old': 'This event first arrived more than 30 days ago: the receiver may have forgotten its id.',
  'endpoint-disabled': 'Its endpoint is disabled. First run: webhook resume',
};

async function redeliver({ operator, operand }: Call) {
  const { webhooks } = await openStores(operator);
  const { url } = await deliveryOf(operator, operand);
  // The running service polls for jobs twice a second.
  const services = {
    store: webhooks,
    clock: operator.clock,
    jobs: { wake: () => {} },
    actor: operator.actor,
  };
  const redelivery = await redeliverWebhook(services, operand);
  if (redelivery !== 'redelivered') throw new CommandError(whyNot[redelivery]);
  return { data: { id: operand }, text: `It is being sent to ${url} again.` };
}

/** Returns the position of a delivery in the list of all, newest first. */
async function findCursor(operator: Operator, id: string | undefined): Promise<DeliveryCursor | undefined> {
  if (id === undefined) return undefined;
  const { emittedAt } = await deliveryOf(operator, id);
  // A delivery is created together with its event, so both have the same time.
  return { id, createdAt: emittedAt };
}

async function deliveryOf(operator: Operator, id: string): Promise<DeliveryEntry> {
  const entry = await (await openStores(operator)).findDelivery(id);
  if (!entry)
    throw new CommandError(`There is no delivery "${id}". "webhook deliveries" lists all deliveries.`);
  return entry;
}

function stateOf(text: string | undefined): WebhookDeliveryState | undefined {
  const state = states.find((known) => known === text);
  if (text !== undefined && !state) throw new UsageError(`--state must be one of ${states.join(', ')}.`);
  return state;
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return usualLimit;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > maxLimit) throw new UsageError(`--limit must be a number from 1 to ${maxLimit}.`);
  return limit;
}

/** Summarises the last attempt in a word. */
const lastOf = ({ lastError, lastStatus }: DeliveryEntry) =>
  lastError ?? (lastStatus === null ? '–' : `HTTP_${lastStatus}`);

function rowOf(entry: DeliveryEntry): string[] {
  return [
    entry.id,
    shortEvent(entry.event),
    String(entry.sequence),
    entry.state,
    String(entry.attempts),
    lastOf(entry),
    minuteOf(entry.emittedAt),
    entry.executionId,
    entry.url,
  ];
}

function headOf(entry: DeliveryEntry): string {
  const next = entry.nextAt === null ? '' : `, the next attempt at ${toIsoString(entry.nextAt)}`;
  return [
    `${entry.event}, number ${entry.sequence} of execution ${entry.executionId}`,
    `webhook-id ${entry.eventId}, to ${entry.url}`,
    `${entry.state} after ${entry.attempts} attempts (${lastOf(entry)})${next}`,
  ].join('\n');
}

function attemptText(attempt: AttemptEntry): string {
  const { request, response } = attempt;
  return [
    `Attempt ${attempt.number}, ${toIsoString(attempt.startedAt)}, ${attempt.durationMs} ms: ${attempt.error ?? 'delivered'}`,
    `  POST ${request.url} (${request.bodyBytes} bytes)`,
    ...headerLines(request.headers),
    ...(response === null
      ? ['  No reply.']
      : [`  ${attempt.status} (${response.bodyBytes} bytes read)`, ...headerLines(response.headers)]),
  ].join('\n');
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `    ${name}: ${value}`);

function dataOf(entry: DeliveryEntry) {
  const { emittedAt, nextAt, deliveredAt, firstDeliveredAt, undeliveredAt, ...rest } = entry;
  return {
    ...rest,
    emittedAt: toIsoString(emittedAt),
    nextAt: toIsoString(nextAt),
    deliveredAt: toIsoString(deliveredAt),
    firstDeliveredAt: toIsoString(firstDeliveredAt),
    undeliveredAt: toIsoString(undeliveredAt),
  };
}

function attemptData({ startedAt, ...rest }: AttemptEntry) {
  return { ...rest, startedAt: toIsoString(startedAt) };
}
