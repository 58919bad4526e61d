import { randomUUID } from 'node:crypto';
import type {
  Problem,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryLog,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookTestOutcome,
} from '@vendor/contract';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Backend, inputsWorkflow } from '../../../testing/client.ts';
import { copiedRow } from '../../../testing/copied-row.ts';
import { deliverDue } from '../../../testing/deliver-due.ts';
import { InProcessService, type TestAccount } from '../../../testing/in-process-service.ts';
import { holdDeliveries, releaseDeliveries } from '../../db/webhooks/delivery-holds.ts';
import { insertEndpoint } from '../../db/webhooks/webhook-endpoints.ts';
import { createWebhookStore } from '../../db/webhooks/webhook-store.ts';
import type { TransactionLocks } from '../../transaction-locks.ts';
import { redeliver } from '../../webhooks/delivery/account-deliveries.ts';
import { createEndpointSecret } from '../../webhooks/endpoints/endpoint-secrets.ts';
import type { WebhookTransaction } from '../../webhooks/webhook-store.ts';

const api = '/orchestration-api/v1';
const minuteMs = 60_000;
const monthMs = 30 * 24 * 60 * minuteMs;
let service: InProcessService;
let account: TestAccount;
let backend: Backend;
let workflowId: string;
let hookKey: string;

beforeEach(async () => {
  service = await InProcessService.open();
  account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, inputsWorkflow);
  hookKey = await service.addApiKey(account.id, null, 'live', 'webhooks');
});
afterEach(() => service.close());

async function addEndpoint(url = 'https://shop.example/webhooks', accountId = account.id) {
  const endpoint = { id: randomUUID(), accountId, url, secret: createEndpointSecret() };
  await insertEndpoint(service.database.main, service.services.vault, {
    ...endpoint,
    events: ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'],
    createdAt: service.clock.time,
  });
  return endpoint;
}

async function addFinished(): Promise<string> {
  const inputs = { user_id: 'canary-user', email: 'canary@example.com', phone_number: '+49 30 901820' };
  const { data } = await backend.start({ workflowId, inputs });
  await service.runDueJobs();
  return data.executionId;
}

async function ask<Data>(
  method: string,
  path: string,
  { key = hookKey, body = undefined as unknown, headers = {} as Record<string, string> } = {},
) {
  const reply = await service.app.request(`${api}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const read = JSON.parse(text) as { data: Data } & Problem;
  return { status: reply.status, data: read.data, code: read.code, text, headers: reply.headers };
}
const answerAll = (status: number) => {
  service.outgoing.answer = () => ({
    kind: 'replied',
    status,
    retryAfter: null,
    headers: {},
    body: new Uint8Array(),
  });
};
const refuseAll = (status = 500) => answerAll(status);
const takeAll = () => answerAll(204);
const deliver = () => deliverDue(service, service.outgoing);
const list = async (query = '') => (await ask<WebhookDeliveries>('GET', `/webhook-deliveries${query}`)).data;

/** Adds copies of the newest delivery, each of its own event. */
async function addMoreOfNewest(count: number): Promise<void> {
  const { main } = service.database;
  const newest = await main
    .selectFrom('webhook_deliveries')
    .selectAll()
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const event = await main
    .selectFrom('webhook_events')
    .selectAll()
    .where('id', '=', newest.event_id)
    .executeTakeFirstOrThrow();
  const events = Array.from({ length: count }, (_, index) => ({
    ...copiedRow(event),
    id: randomUUID(),
    sequence: event.sequence + 1 + index,
  }));
  const deliveries = events.map(({ id }) => ({ ...copiedRow(newest), id: randomUUID(), event_id: id }));
  await main.insertInto('webhook_events').values(events).execute();
  await main.insertInto('webhook_deliveries').values(deliveries).execute();
}

describe('endpoints of an account', () => {
  it('shows the state of endpoints without their secrets', { tags: ['DHOOK-45'] }, async () => {
    const { id, secret } = await addEndpoint('https://shop.example/webhooks?token=canary-token');
    const { data, text } = await ask<WebhookEndpoints>('GET', '/webhooks');
    expect(data.endpoints).toEqual([
      {
        id,
        url: 'https://shop.example/webhooks?…',
        events: ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'],
        createdAt: new Date(service.clock.time).toISOString(),
        state: 'enabled',
        failingSince: null,
        disabledAt: null,
        disabledReason: null,
        held: 0,
        undelivered: 0,
      },
    ]);
    expect(text).not.toContain(secret.slice(6));
    expect(text).not.toContain('canary-token');
  });

  it('shows since when an endpoint fails, why it is disabled, and its held events', {
    tags: ['DHOOK-45'],
  }, async () => {
    const { id } = await addEndpoint();
    await addFinished();
    refuseAll();
    await deliver();
    const failing = (await ask<WebhookEndpoints>('GET', '/webhooks')).data.endpoints[0];
    expect(failing).toMatchObject({
      state: 'failing',
      failingSince: new Date(service.clock.time).toISOString(),
    });
    refuseAll(410);
    service.clock.time += 2 * minuteMs;
    await deliver();
    const gone = (await ask<WebhookEndpoints>('GET', '/webhooks')).data.endpoints[0];
    expect(gone).toMatchObject({ id, state: 'disabled', disabledReason: 'GONE', held: 1 });
  });

  it('disables an endpoint by hand, and holds its events until it is resumed', {
    tags: ['DHOOK-56'],
  }, async () => {
    const { id } = await addEndpoint();
    await addFinished();
    const disable = () => ask<WebhookEndpoint>('POST', `/webhooks/${id}/disable`);
    const disabled = await disable();
    expect(disabled.data).toMatchObject({ id, state: 'disabled', disabledReason: 'BY_HAND', held: 1 });
    service.clock.time += minuteMs;
    expect((await disable()).data).toEqual(disabled.data);
    await addFinished();
    expect(await deliver()).toBe(0);
    expect((await ask<WebhookEndpoint>('POST', `/webhooks/${id}/resume`)).data).toMatchObject({
      state: 'enabled',
      disabledReason: null,
      held: 0,
    });
    takeAll();
    service.clock.time += minuteMs;
    expect(await deliver()).toBe(2);
    expect(await ask('POST', `/webhooks/${randomUUID()}/disable`)).toMatchObject({
      status: 404,
      code: 'WEBHOOK_ENDPOINT_NOT_FOUND',
    });
  });

  it('resumes an endpoint and sends its held events, but leaves an enabled one unchanged', {
    tags: ['DHOOK-46'],
  }, async () => {
    const { id } = await addEndpoint();
    await addFinished();
    refuseAll();
    await deliver();
    const before = (await ask<WebhookEndpoints>('GET', '/webhooks')).data.endpoints[0];
    expect((await ask<WebhookEndpoint>('POST', `/webhooks/${id}/resume`)).data).toEqual(before);
    refuseAll(410);
    service.clock.time += 2 * minuteMs;
    await deliver();
    const resumed = await ask<WebhookEndpoint>('POST', `/webhooks/${id}/resume`);
    expect(resumed.data).toMatchObject({ state: 'enabled', failingSince: null, held: 0 });
    takeAll();
    expect(await deliver()).toBe(1);
    expect((await list()).deliveries).toMatchObject([{ state: 'delivered' }]);
  });

  it('moves an endpoint with its waiting events and secret, and clears its failures', {
    tags: ['DHOOK-61'],
  }, async () => {
    const { id, secret } = await addEndpoint('https://shop.example/webhooks?token=one');
    await addFinished();
    refuseAll();
    await deliver();
    const url = 'https://shop.example/moved?token=two';
    const change = (body: unknown) => ask<WebhookEndpoint>('PATCH', `/webhooks/${id}`, { body });
    const moved = await change({ url });
    expect(moved.data).toMatchObject({
      id,
      url: 'https://shop.example/moved?…',
      state: 'enabled',
      failingSince: null,
    });
    expect(moved.data.events).toHaveLength(2);
    expect((await change({ url })).data).toEqual(moved.data);
    takeAll();
    service.clock.time += 2 * minuteMs;
    expect(await deliver()).toBe(1);
    const sent = service.outgoing.sent.at(-1);
    expect(sent?.url).toBe(url);
    const body = Buffer.from(sent?.body ?? []).toString();
    const signed = new Webhook(secret).sign(
      String(sent?.headers['webhook-id']),
      new Date(service.clock.time),
      body,
    );
    expect(sent?.headers['webhook-signature']).toBe(signed);
  });

  it('moves a disabled endpoint, and sends its events to the new address once it is resumed', {
    tags: ['DHOOK-61'],
  }, async () => {
    const { id } = await addEndpoint();
    await addFinished();
    await ask('POST', `/webhooks/${id}/disable`);
    const url = 'https://elsewhere.example/hooks';
    const body = { url, events: null };
    const { data } = await ask<WebhookEndpoint>('PATCH', `/webhooks/${id}`, { body });
    expect(data).toMatchObject({ url, state: 'disabled', disabledReason: 'BY_HAND', held: 1 });
    await ask('POST', `/webhooks/${id}/resume`);
    takeAll();
    expect(await deliver()).toBe(1);
    expect(service.outgoing.sent.map((request) => request.url)).toEqual([url]);
  });

  it('refuses a masked address that a client read and writes back, and keeps its query', {
    tags: ['DHOOK-61'],
  }, async () => {
    const url = 'https://shop.example/webhooks?token=canary';
    const { id } = await addEndpoint(url);
    const [shown] = (await ask<WebhookEndpoints>('GET', '/webhooks')).data.endpoints;
    for (const back of [shown?.url, new URL(shown?.url ?? '').href]) {
      const refused = await ask('PATCH', `/webhooks/${id}`, { body: { url: back } });
      expect(refused).toMatchObject({ status: 400, code: 'INVALID_REQUEST_BODY' });
      expect(JSON.parse(refused.text).errors).toMatchObject([{ pointer: '/url' }]);
    }
    takeAll();
    await addFinished();
    await deliver();
    expect(service.outgoing.sent.map((request) => request.url)).toEqual([url]);
  });

  it('logs which key changed an endpoint and how, but no path, query or secret', async () => {
    const { id, secret } = await addEndpoint('https://shop.example/canary-path?token=canary-token');
    const { main } = service.database;
    const byKey = (
      await main
        .selectFrom('api_keys')
        .select('id')
        .where('account_id', '=', account.id)
        .where('purpose', '=', 'webhooks')
        .executeTakeFirstOrThrow()
    ).id;
    const change = (body: unknown) => ask('PATCH', `/webhooks/${id}`, { body });
    const logged = () => {
      const lines = service.logLines.filter((line) => line.includes('webhook endpoint'));
      expect(lines.join('')).not.toMatch(/canary/);
      expect(lines.join('')).not.toContain(secret.slice(6));
      return lines.map((line) => JSON.parse(line));
    };
    await change({ url: 'https://elsewhere.example/canary-path?token=canary-token' });
    await change({ events: ['orchestration/workflow_execution_sync'] });
    // The second call of each pair changes nothing.
    for (const action of ['disable', 'disable', 'resume', 'resume'])
      await ask('POST', `/webhooks/${id}/${action}`);
    const facts = { time: expect.any(String), endpoint: id, account: account.id, byKey };
    const moved = { message: 'A webhook endpoint was changed.', origin: 'https://elsewhere.example' };
    expect(logged()).toMatchObject([
      { ...facts, ...moved, isMoved: true, events: 'finished, updated' },
      { ...facts, ...moved, isMoved: false, events: 'sync' },
      { ...facts, message: 'A webhook endpoint was disabled by hand.' },
      { ...facts, message: 'A webhook endpoint was resumed.' },
    ]);
  });

  it('subscribes an endpoint to other events, once each', { tags: ['DHOOK-61'] }, async () => {
    const { id } = await addEndpoint();
    const updated = 'orchestration/workflow_execution_updated';
    const body = { events: [updated, updated] };
    const { data } = await ask<WebhookEndpoint>('PATCH', `/webhooks/${id}`, { body });
    expect(data).toMatchObject({ url: 'https://shop.example/webhooks', events: [updated] });
    const executionId = await addFinished();
    expect((await list()).deliveries).toEqual([]);
    await backend.decide(executionId, { status: 'DECLINED' });
    expect((await list()).deliveries).toMatchObject([{ event: updated }]);
  });

  it.each([
    [{}, ''],
    [{ event: 'finished' }, ''],
    [{ events: [] }, '/events'],
    [{ url: 'shop.example' }, '/url'],
    [{ url: 'http://shop.example/' }, '/url'],
    [{ url: 'https://user:word@shop.example/' }, '/url'],
    [{ url: 'https://shop.example/#part' }, '/url'],
    [{ url: 'https://192.168.1.4/' }, '/url'],
    [{ url: 'https://localhost/' }, '/url'],
  ])('refuses to change an endpoint by %j', async (body, pointer) => {
    const { id } = await addEndpoint();
    const refused = await ask('PATCH', `/webhooks/${id}`, { body });
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_REQUEST_BODY' });
    expect(JSON.parse(refused.text).errors).toMatchObject([{ pointer }]);
    const { endpoints } = (await ask<WebhookEndpoints>('GET', '/webhooks')).data;
    expect(endpoints).toMatchObject([{ url: 'https://shop.example/webhooks' }]);
  });

  it('reports endpoints of another account as missing', async () => {
    const { id } = await addEndpoint();
    const other = await service.addAccount('Another shop');
    const key = await service.addApiKey(other.id, null, 'live', 'webhooks');
    const [foreign, missing] = [id, randomUUID()];
    for (const action of ['test', 'resume']) {
      const replies = await Promise.all(
        [foreign, missing].map((one) => ask('POST', `/webhooks/${one}/${action}`, { key, body: {} })),
      );
      const comparable = replies.map(({ status, code, text }) => [
        status,
        code,
        text.replace(/"requestId":"[^"]*"/, ''),
      ]);
      expect(comparable[0]).toEqual(comparable[1]);
      expect(comparable[0]?.slice(0, 2)).toEqual([404, 'WEBHOOK_ENDPOINT_NOT_FOUND']);
    }
    expect((await ask<WebhookEndpoints>('GET', '/webhooks', { key })).data).toEqual({ endpoints: [] });
    expect(service.outgoing.sent).toEqual([]);
  });
});

describe('test key for webhooks', () => {
  it('lets a test key show and test endpoints, but not move, disable or resume them', {
    tags: ['DHOOK-50'],
  }, async () => {
    const { id } = await addEndpoint();
    const key = await service.addApiKey(account.id, null, 'test', 'webhooks');
    expect((await ask<WebhookEndpoints>('GET', '/webhooks', { key })).data.endpoints).toMatchObject([{ id }]);
    expect((await ask('POST', `/webhooks/${id}/test`, { key, body: {} })).status).toBe(200);
    for (const action of ['disable', 'resume']) {
      // Whether or not the endpoint exists, because the request is not read.
      for (const one of [id, randomUUID()]) {
        const refused = await ask('POST', `/webhooks/${one}/${action}`, { key });
        expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      }
    }
    const body = { url: 'https://elsewhere.example/hooks' };
    expect(await ask('PATCH', `/webhooks/${id}`, { key, body })).toMatchObject({ status: 403 });
    expect((await ask<WebhookEndpoints>('GET', '/webhooks')).data.endpoints).toMatchObject([
      { state: 'enabled' },
    ]);
  });
});

describe('test delivery', () => {
  it('signs a test delivery like that of an event, returns the response, and stores nothing', {
    tags: ['DHOOK-47'],
  }, async () => {
    const { id, secret } = await addEndpoint();
    const { data, text } = await ask<WebhookTestOutcome>('POST', `/webhooks/${id}/test`, { body: {} });
    expect(data).toMatchObject({ delivered: true, status: 204, error: null });
    const [sent] = service.outgoing.sent;
    const body = Buffer.from(sent?.body ?? []).toString();
    expect(JSON.parse(body)).toMatchObject({
      event: 'orchestration/workflow_execution_finished',
      data: { status: 'REVIEW' },
    });
    const signature = new Webhook(secret).sign(data.webhookId, new Date(service.clock.time), body);
    expect(sent?.headers['webhook-signature']).toBe(signature);
    expect(data.webhookId).toBe(sent?.headers['webhook-id']);
    expect(text).not.toContain(sent?.headers['webhook-signature']);
    expect(await list()).toEqual({ deliveries: [], nextCursor: null });
  });

  it('treats null as an omitted event', async () => {
    const { id } = await addEndpoint();
    await ask('POST', `/webhooks/${id}/test`, { body: { event: null } });
    expect(JSON.parse(Buffer.from(service.outgoing.sent[0]?.body ?? []).toString())).toMatchObject({
      event: 'orchestration/workflow_execution_finished',
    });
  });

  it('accepts a test delivery without a body', async () => {
    const { id } = await addEndpoint();
    const headers = { 'x-api-key': hookKey };
    const reply = await service.app.request(`${api}/webhooks/${id}/test`, { method: 'POST', headers });
    expect([reply.status, service.outgoing.sent.length]).toEqual([200, 1]);
  });

  it('refuses a test delivery while all webhooks are held, and sends nothing', async () => {
    const { id } = await addEndpoint();
    const { main } = service.database;
    await holdDeliveries(main, service.clock.time);
    const before = service.outgoing.sent.length;
    expect(await ask('POST', `/webhooks/${id}/test`, { body: {} })).toMatchObject({
      status: 409,
      code: 'WEBHOOKS_HELD',
    });
    expect(service.outgoing.sent.length).toBe(before);
    await releaseDeliveries(main);
    takeAll();
    expect((await ask('POST', `/webhooks/${id}/test`, { body: {} })).status).toBe(200);
  });

  it('runs one test delivery at a time for an endpoint', { tags: ['DHOOK-47'] }, async () => {
    const { id } = await addEndpoint();
    const answers: (() => void)[] = [];
    service.outgoing.answer = () =>
      new Promise((resolve) => answers.push(() => resolve({ kind: 'failed', failure: 'TIMEOUT' })));
    const first = ask<WebhookTestOutcome>('POST', `/webhooks/${id}/test`, { body: {} });
    while (answers.length === 0) await new Promise(setImmediate);
    const second = await ask('POST', `/webhooks/${id}/test`, { body: {} });
    expect(second).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(second.headers.get('retry-after')).toBe('1');
    for (const answer of answers) answer();
    expect((await first).data).toMatchObject({
      delivered: false,
      status: null,
      error: 'TIMEOUT',
      response: null,
    });
    takeAll();
    expect((await ask('POST', `/webhooks/${id}/test`, { body: {} })).status).toBe(200);
  });
});

describe('deliveries', () => {
  it('lists deliveries page by page, each once, while new ones arrive', { tags: ['DHOOK-48'] }, async () => {
    await addEndpoint();
    await addEndpoint('https://shop.example/second');
    for (let count = 0; count < 4; count += 1) {
      service.clock.time += 1000;
      await addFinished();
    }
    const known = (await list()).deliveries.map(({ id }) => id);
    expect(known).toHaveLength(8);
    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const page: WebhookDeliveries = await list(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.deliveries.map(({ id }) => id));
      cursor = page.nextCursor;
      // Newer deliveries and changes of state must not move the page.
      service.clock.time += 1000;
      await addFinished();
      await deliver();
    } while (cursor !== null);
    expect(seen).toEqual(known);
  });

  it('filters deliveries by endpoint, execution, event and state', { tags: ['DHOOK-48'] }, async () => {
    const one = await addEndpoint();
    const two = await addEndpoint('https://shop.example/second');
    const first = await addFinished();
    takeAll();
    await deliver();
    service.clock.time += 1000;
    const second = await addFinished();
    await backend.decide(first, { status: 'DECLINED' });
    const found = async (query: string) =>
      (await list(`?${query}`)).deliveries.map(({ executionId, endpointId, event, state }) => [
        executionId === first ? 'first' : 'second',
        endpointId === one.id ? 'one' : 'two',
        event.replace(/^.*_/, ''),
        state,
      ]);
    expect(await found(`execution=${second}&endpoint=${two.id}`)).toEqual([
      ['second', 'two', 'finished', 'pending'],
    ]);
    expect(await found(`execution=${first}&state=delivered&endpoint=${one.id}`)).toEqual([
      ['first', 'one', 'finished', 'delivered'],
    ]);
    const updated = 'orchestration/workflow_execution_updated';
    expect(await found(`event=${updated}&endpoint=${one.id}`)).toEqual([
      ['first', 'one', 'updated', 'pending'],
    ]);
    expect(await found(`event=${updated}&state=delivered`)).toEqual([]);
    expect(await found(`state=pending&endpoint=${one.id}`)).toHaveLength(2);
    expect(await found('')).toHaveLength(6);
  });

  it.each([
    'endpoint=x',
    'execution=1',
    'event=finished',
    'state=lost',
    'cursor=x',
    'cursor=MS54',
    'limit=0',
    'limit=201',
    'limit=2&limit=3',
  ])('refuses to filter deliveries by %s', async (query) => {
    expect(await ask('GET', `/webhook-deliveries?${query}`)).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
    });
  });

  it('shows each attempt without personal data', { tags: ['DHOOK-48'] }, async () => {
    await addEndpoint();
    await addFinished();
    refuseAll();
    await deliver();
    service.clock.time += 2 * minuteMs;
    takeAll();
    await deliver();
    const [{ id } = { id: '' }] = (await list()).deliveries;
    const { data, text } = await ask<WebhookDeliveryLog>('GET', `/webhook-deliveries/${id}`);
    expect(data.delivery).toMatchObject({ id, state: 'delivered', attempts: 2, lastStatus: 204 });
    expect(data.log).toMatchObject([
      { number: 1, status: 500, error: 'HTTP_500' },
      { number: 2, status: 204, error: null },
    ]);
    const body = Buffer.from(service.outgoing.sent[0]?.body ?? []).toString();
    for (const canary of ['canary-user', 'canary@example.com']) {
      expect(body).toContain(canary);
      expect(text).not.toContain(canary);
    }
    expect(data.log[0]?.request.headers['webhook-signature']).toBe('v1,…');
  });

  it('redelivers once per idempotency key, whatever has happened to the delivery since', {
    tags: ['DHOOK-53'],
  }, async () => {
    await addEndpoint();
    await addFinished();
    await addFinished();
    takeAll();
    await deliver();
    const [one, other] = (await list()).deliveries;
    const again = (name: string, id = one?.id) =>
      ask<WebhookDelivery>('POST', `/webhook-deliveries/${id}/redeliver`, {
        headers: { 'idempotency-key': name },
      });
    const first = await again('a');
    expect(first).toMatchObject({ status: 200, data: { id: one?.id, state: 'pending', attempts: 0 } });
    expect((await again('pending')).data).toEqual(first.data);
    expect(await deliver()).toBe(1);
    for (const name of ['a', 'pending', 'a']) expect((await again(name)).text).toBe(first.text);
    expect((await again('a', one?.id.toUpperCase())).text).toBe(first.text);
    expect(await deliver()).toBe(0);
    expect(service.outgoing.sent).toHaveLength(3);
    expect(await again('a', other?.id)).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await again('x'.repeat(256))).toMatchObject({ status: 400, code: 'INVALID_REQUEST_BODY' });
    expect(await deliver()).toBe(0);
    expect((await again('b')).data.state).toBe('pending');
    expect(await deliver()).toBe(1);
    service.clock.time += 24 * 60 * minuteMs;
    expect((await again('a')).data.state).toBe('pending');
    expect(await deliver()).toBe(1);
  });

  it('redelivers under the same id, and ignores a second call while the delivery is pending', {
    tags: ['DHOOK-49'],
  }, async () => {
    await addEndpoint();
    await addFinished();
    takeAll();
    await deliver();
    const [{ id } = { id: '' }] = (await list()).deliveries;
    const again = () => ask<WebhookDelivery>('POST', `/webhook-deliveries/${id}/redeliver`);
    const [first, second] = [await again(), await again()];
    expect(first).toMatchObject({ status: 200, data: { state: 'pending', attempts: 0 } });
    expect(second.data).toEqual(first.data);
    expect(await deliver()).toBe(1);
    const ids = service.outgoing.sent.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([first.data.webhookId, first.data.webhookId]);
  });

  it('reports a delivery that arrives during a redeliver call as delivered', async () => {
    const { database } = service;
    await addEndpoint();
    await addFinished();
    takeAll();
    const [{ id } = { id: '' }] = (await list()).deliveries;
    const kept = createWebhookStore(database.main);
    const webhooks = {
      ...service.admin.webhooks.webhookServices,
      // The attempt in progress succeeds right after each transaction of the store.
      store: {
        ...kept,
        transact: async <Result>(
          locks: TransactionLocks,
          work: (it: WebhookTransaction) => Promise<Result>,
        ) => {
          const done = await kept.transact(locks, work);
          await deliver();
          return done;
        },
      },
    };
    const key = {
      id: 'k',
      accountId: account.id,
      mode: 'live',
      purpose: 'webhooks',
      kind: 'key',
      address: null,
      workflowIds: null,
    } as const;
    expect(await redeliver(webhooks, key, id, null)).toMatchObject({ id, state: 'delivered', attempts: 1 });
    expect(service.outgoing.sent).toHaveLength(1);
  });

  it('redelivers for 30 days after the first arrival', {
    tags: ['DHOOK-25'],
  }, async () => {
    await addEndpoint();
    await addFinished();
    takeAll();
    await deliver();
    const arrivedAt = new Date(service.clock.time).toISOString();
    const [{ id } = { id: '' }] = (await list()).deliveries;
    const again = () => ask<WebhookDelivery>('POST', `/webhook-deliveries/${id}/redeliver`);
    service.clock.time += monthMs;
    const first = { deliveredAt: null, firstDeliveredAt: arrivedAt };
    expect(await again()).toMatchObject({ status: 200, data: { state: 'pending', ...first } });
    expect(await deliver()).toBe(1);
    expect((await list()).deliveries).toMatchObject([
      { deliveredAt: new Date(service.clock.time).toISOString(), firstDeliveredAt: arrivedAt },
    ]);
    service.clock.time += 1;
    expect(await again()).toMatchObject({ status: 409, code: 'WEBHOOK_DELIVERY_TOO_OLD' });
    // Also if redelivering it was given up.
    await service.database.main.updateTable('webhook_deliveries').set({ state: 'undelivered' }).execute();
    expect(await again()).toMatchObject({ status: 409, code: 'WEBHOOK_DELIVERY_TOO_OLD' });
    expect(await deliver()).toBe(0);
  });

  it('redelivers at any age what has never arrived, and then for 30 days after its arrival', {
    tags: ['DHOOK-25'],
  }, async () => {
    const { id: endpointId } = await addEndpoint();
    await ask('POST', `/webhooks/${endpointId}/disable`);
    await addFinished();
    service.clock.time += 2 * monthMs;
    await ask('POST', `/webhooks/${endpointId}/resume`);
    const { main } = service.database;
    await main.updateTable('webhook_deliveries').set({ state: 'undelivered' }).execute();
    await main.deleteFrom('jobs').where('kind', '=', 'deliver').execute();
    const [{ id } = { id: '' }] = (await list()).deliveries;
    const again = () => ask<WebhookDelivery>('POST', `/webhook-deliveries/${id}/redeliver`);
    takeAll();
    for (const wait of [0, monthMs]) {
      service.clock.time += wait;
      expect(await again()).toMatchObject({ status: 200, data: { state: 'pending' } });
      expect(await deliver()).toBe(1);
    }
    service.clock.time += 1;
    expect(await again()).toMatchObject({ status: 409, code: 'WEBHOOK_DELIVERY_TOO_OLD' });
  });

  it('refuses to redeliver to a disabled endpoint until it is resumed', async () => {
    await addEndpoint();
    await addFinished();
    refuseAll(410);
    await deliver();
    const [{ id } = { id: '' }] = (await list('?state=held')).deliveries;
    const reply = await ask('POST', `/webhook-deliveries/${id}/redeliver`);
    expect(reply).toMatchObject({ status: 409, code: 'WEBHOOK_ENDPOINT_DISABLED' });
  });

  it('shows deliveries of test executions only to test keys, and live ones only to live keys', {
    tags: ['DHOOK-50', 'DHOOK-57'],
  }, async () => {
    await addEndpoint();
    const live = await addFinished();
    const liveBackend = backend;
    backend = new Backend(service, await service.addApiKey(account.id, null, 'test'));
    const tried = await addFinished();
    backend = liveBackend;
    await deliver();
    const test = await service.addApiKey(account.id, null, 'test', 'webhooks');
    const idsOf: Record<string, string> = {};
    for (const [key, own, foreign] of [
      [hookKey, live, tried],
      [test, tried, live],
    ] as const) {
      const page = (query: string) => ask<WebhookDeliveries>('GET', `/webhook-deliveries${query}`, { key });
      for (const query of ['', '?limit=1', '?state=delivered', `?execution=${own}`]) {
        const { deliveries, nextCursor } = (await page(query)).data;
        expect([deliveries.map(({ executionId }) => executionId), nextCursor]).toEqual([[own], null]);
        idsOf[own] = deliveries[0]?.id ?? '';
      }
      expect((await page(`?execution=${foreign}`)).data.deliveries).toEqual([]);
    }
    const statusesOf = async (key: string, id = '') => [
      (await ask('GET', `/webhook-deliveries/${id}`, { key })).status,
      (await ask('POST', `/webhook-deliveries/${id}/redeliver`, { key })).status,
    ];
    expect(await statusesOf(test, idsOf[live])).toEqual([404, 404]);
    expect(await statusesOf(hookKey, idsOf[tried])).toEqual([404, 404]);
    expect(await deliver()).toBe(0);
    expect(await statusesOf(test, idsOf[tried])).toEqual([200, 200]);
    expect(await statusesOf(hookKey, idsOf[live])).toEqual([200, 200]);
    expect(await deliver()).toBe(2);
  });

  it('finds test deliveries behind many live ones, and counts waiting events by the mode of the key', {
    tags: ['DHOOK-57'],
  }, async () => {
    const { id } = await addEndpoint();
    const liveBackend = backend;
    backend = new Backend(service, await service.addApiKey(account.id, null, 'test'));
    const tried = await addFinished();
    backend = liveBackend;
    service.clock.time += 1000;
    await addFinished();
    await addMoreOfNewest(600);
    const test = await service.addApiKey(account.id, null, 'test', 'webhooks');
    const listed = async (query: string, key: string) => {
      const { deliveries, nextCursor } = (
        await ask<WebhookDeliveries>('GET', `/webhook-deliveries${query}`, { key })
      ).data;
      return { deliveries, nextCursor };
    };
    for (const query of ['', `?endpoint=${id}`, '?state=pending', `?execution=${tried}`]) {
      const { deliveries, nextCursor } = await listed(query, test);
      expect(deliveries.map(({ executionId }) => executionId)).toEqual([tried]);
      expect(nextCursor).toBeNull();
    }
    expect((await listed('?limit=200', hookKey)).deliveries).toHaveLength(200);
    await ask('POST', `/webhooks/${id}/disable`);
    const waiting = async (key: string) =>
      (await ask<WebhookEndpoints>('GET', '/webhooks', { key })).data.endpoints[0];
    expect(await waiting(test)).toMatchObject({ held: 1, undelivered: 0 });
    expect(await waiting(hookKey)).toMatchObject({ held: 601, undelivered: 0 });
    await service.database.main.updateTable('webhook_deliveries').set({ state: 'undelivered' }).execute();
    expect(await waiting(test)).toMatchObject({ held: 0, undelivered: 1 });
    expect(await waiting(hookKey)).toMatchObject({ held: 0, undelivered: 601 });
  });

  it('reports deliveries of another account as missing', async () => {
    await addEndpoint();
    const executionId = await addFinished();
    const [{ id, endpointId } = { id: '', endpointId: '' }] = (await list()).deliveries;
    const other = await service.addAccount('Another shop');
    const key = await service.addApiKey(other.id, null, 'live', 'webhooks');
    for (const query of ['', `?execution=${executionId}`, `?endpoint=${endpointId}`]) {
      const { data } = await ask<WebhookDeliveries>('GET', `/webhook-deliveries${query}`, { key });
      expect(data).toEqual({ deliveries: [], nextCursor: null });
    }
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/redeliver'],
    ] as const) {
      const replies = await Promise.all(
        [id, randomUUID(), 'x'].map((one) => ask(method, `/webhook-deliveries/${one}${end}`, { key })),
      );
      const comparable = replies.map(
        ({ status, text }) => `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`,
      );
      expect(new Set(comparable).size).toBe(1);
      expect(replies[0]).toMatchObject({ status: 404, code: 'WEBHOOK_DELIVERY_NOT_FOUND' });
    }
  });
});

describe('purpose of a key', () => {
  it('refuses to start, read or decide executions with a webhook key', { tags: ['DHOOK-50'] }, async () => {
    await addEndpoint();
    const id = await addFinished();
    const holder = new Backend(service, hookKey);
    const inputs = { user_id: 'u', email: 'a@example.com', phone_number: '+49 30 901820' };
    expect((await holder.start({ workflowId, inputs })).problem.code).toBe('FORBIDDEN');
    expect((await holder.link({ workflowId, inputs })).problem.code).toBe('FORBIDDEN');
    expect((await holder.read(id)).problem.code).toBe('WORKFLOW_EXECUTION_NOT_FOUND');
    expect((await holder.decide(id, { status: 'APPROVED' })).problem.code).toBe(
      'WORKFLOW_EXECUTION_NOT_FOUND',
    );
  });

  it.each([
    ['GET', '/webhooks'],
    ['GET', '/webhook-deliveries'],
    ['POST', `/webhooks/${randomUUID()}/resume`],
    ['POST', `/webhook-deliveries/${randomUUID()}/redeliver`],
  ])('refuses a key for executions at %s %s', { tags: ['DHOOK-50'] }, async (method, path) => {
    expect(await ask(method, path, { key: account.apiKey })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await ask(method, path, { key: 'none' })).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  });
});
