import { randomUUID } from 'node:crypto';
import { join as joinPath } from 'node:path';
import { webhookEvents } from '@vendor/contract';
import type {
  AdminCreatedSecret,
  AdminDelivery,
  AdminDeliveryList,
  AdminEndpoint,
  AdminEndpointList,
  AdminExecution,
  AdminReplay,
  AdminWebhookAlarms,
  AdminWebhookTest,
} from '@vendor/contract/admin';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { Backend, inputsWorkflow } from '../../../testing/client.ts';
import { copiedRow } from '../../../testing/copied-row.ts';
import { deliverDue } from '../../../testing/deliver-due.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { createAuditStore, recordAct } from '../../db/audit/audit-trail.ts';
import { createPurgeStore } from '../../db/retention/purge-store.ts';
import { holdDeliveries } from '../../db/webhooks/delivery-holds.ts';
import { purgeExecution } from '../../retention/purge-execution.ts';
import { openPurgeJournal } from '../../retention/purge-journal.ts';

const [finished, updated] = webhookEvents;
const url = 'https://shop.example/hooks?token=canary-token';
const dayMs = 24 * 3_600_000;
const canary = { user_id: 'canary-user', email: 'canary@example.com', phone_number: '+49 30 901820' };

let service: InProcessService;
let account: { id: string; apiKey: string };
let owner: AdminBrowser;
beforeEach(async () => {
  service = await InProcessService.open();
  account = await service.addAccount('Harbour');
  owner = await AdminBrowser.joined(service, 'owner@example.com', { accountId: account.id });
});
afterEach(() => service.close());

async function join(
  role: 'developer' | 'manager' | 'auditor',
  modes: ('live' | 'test')[] = ['live', 'test'],
) {
  const email = `${role}-${modes.join('-')}@example.com`;
  return AdminBrowser.joined(service, email, { accountId: account.id, role, modes });
}
async function add(events: readonly string[] = [finished]): Promise<AdminCreatedSecret> {
  const { status, data } = await owner.send<AdminCreatedSecret>('POST', 'webhooks', { url, events });
  expect(status).toBe(200);
  return data;
}
async function finishRun(apiKey = account.apiKey): Promise<string> {
  const workflowId = await service.addWorkflow(account.id, inputsWorkflow);
  const { data } = await new Backend(service, apiKey).start({ workflowId, inputs: canary });
  await service.runDueJobs();
  return data.executionId;
}
async function purge(executionId: string): Promise<void> {
  const purging = {
    actor: operator,
    purges: createPurgeStore(service.database, service.seal),
    journal: openPurgeJournal(joinPath(service.folder, 'purges')),
    media: service.services.media,
  };
  await purgeExecution(purging, executionId, service.clock.time);
}
function answerAll(status: number, body = '') {
  service.outgoing.answer = () => ({
    kind: 'replied',
    status,
    retryAfter: null,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from(body),
  });
}
const deliver = () => deliverDue(service, service.outgoing);
const read = async (id: string, browser = owner) =>
  (await browser.send<AdminEndpoint>('GET', `webhooks/${id}`)).data;
const deliveriesOf = async (id: string, query = '', browser = owner) =>
  (await browser.send<AdminDeliveryList>('GET', `webhooks/${id}/deliveries${query}`)).data.deliveries;
const alarms = async () => (await owner.send<AdminWebhookAlarms>('GET', 'webhook-alarms')).data.alarms;

describe('webhook endpoints in the panel', () => {
  test('adds an endpoint whose secret is shown once and signs its deliveries', async () => {
    const { secret, endpoint } = await add();
    expect(endpoint).toMatchObject({ url: 'https://shop.example/hooks?…', state: 'enabled', last: null });
    answerAll(204);
    await finishRun();
    await deliver();
    const [sent] = service.outgoing.sent;
    const headers = Object.fromEntries(Object.entries(sent?.headers ?? {}));
    // Signed at the time of the test's clock, which differs from the verifier's.
    const at = new Date(service.clock.time);
    const body = Buffer.from(sent?.body ?? []).toString();
    expect(new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body)).toBe(
      headers['webhook-signature'],
    );
    const list = await owner.send<AdminEndpointList>('GET', 'webhooks');
    expect(list.data).toMatchObject({
      most: 10,
      heldSince: null,
      endpoints: [{ last: { state: 'delivered' } }],
    });
    const text = JSON.stringify(list.data);
    expect(text).not.toContain('canary-token');
    expect(text).not.toContain(secret.slice(6));
  });

  test.each([
    ['http://shop.example/', 'must be https'],
    ['https://10.0.0.7/', 'must lead to a public address'],
    ['https://localhost/', 'must lead to a public address'],
    ['https://169.254.169.254/latest', 'must lead to a public address'],
    ['https://user:pass@shop.example/', 'must not contain a user name or password'],
    ['https://shop.example/#x', 'must not contain a fragment'],
    ['shop.example', 'must be an absolute https URL'],
    ['javascript:alert(1)', 'must be an absolute https URL'],
  ])('refuses the endpoint address %s, and names the field', async (bad, detail) => {
    const { endpoint } = await add();
    const calls: [string, string, object][] = [
      ['POST', 'webhooks', { url: bad, events: [finished] }],
      ['PATCH', `webhooks/${endpoint.id}`, { url: bad, revision: 0 }],
    ];
    for (const [method, path, body] of calls) {
      const { status, problem } = await owner.send(method, path, body);
      expect([status, problem.code]).toEqual([400, 'INVALID_REQUEST_BODY']);
      expect(problem.errors).toMatchObject([{ pointer: '/url', detail: expect.stringContaining(detail) }]);
    }
  });

  test('refuses an eleventh endpoint, and unknown events', async () => {
    for (let count = 0; count < 10; count += 1) await add();
    const full = await owner.send('POST', 'webhooks', { url, events: [finished] });
    expect([full.status, full.problem.code]).toEqual([409, 'WEBHOOK_ENDPOINT_LIMIT_REACHED']);
    for (const events of [[], ['orchestration/other']])
      expect((await owner.send('POST', 'webhooks', { url, events })).status).toBe(400);
  });

  test('refuses a change or rotation based on an old revision', async () => {
    const { endpoint } = await add();
    const path = `webhooks/${endpoint.id}`;
    const changed = await owner.send<AdminEndpoint>('PATCH', path, { revision: 0, events: [updated] });
    expect(changed.data).toMatchObject({ events: [updated], revision: 1 });
    for (const [method, to, body] of [
      ['PATCH', path, { url: 'https://other.example/' }],
      ['POST', `${path}/rotate`, {}],
    ] as const) {
      const late = await owner.send(method, to, { ...body, revision: 0 });
      expect([late.status, late.problem.code]).toEqual([409, 'WEBHOOK_ENDPOINT_CHANGED']);
    }
    expect(await read(endpoint.id)).toMatchObject({ revision: 1, url: endpoint.url });
  });

  test('rotates the secret, and signs with the old and the new one for a day', async () => {
    const first = await add();
    const path = `webhooks/${first.endpoint.id}/rotate`;
    const rotate = (revision: number) => owner.send<AdminCreatedSecret>('POST', path, { revision });
    const { data } = await rotate(0);
    expect(data.secret).not.toBe(first.secret);
    expect(Date.parse(data.endpoint.oldSecretsUntil ?? '')).toBe(service.clock.time + dayMs);
    await finishRun();
    await deliver();
    expect(service.outgoing.sent[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const revision of [1, 2, 3]) expect((await rotate(revision)).status).toBe(200);
    const { problem } = await rotate(4);
    expect([problem.status, problem.code]).toEqual([409, 'WEBHOOK_SECRET_LIMIT_REACHED']);
  });

  test('requires a recent password before a secret is shown or the URL changes', async () => {
    const { endpoint } = await add();
    const path = `webhooks/${endpoint.id}`;
    const moved = { url: 'https://other.example/', events: [updated] };
    service.clock.time += 16 * 60_000;
    for (const [method, to, body] of [
      ['POST', 'webhooks', { url, events: [finished] }],
      ['POST', `${path}/rotate`, { revision: 0 }],
      ['PATCH', path, { revision: 0, url: moved.url }],
      ['PATCH', path, { revision: 0, ...moved }],
      ['PATCH', path, { revision: 0, url: `${url}&more=1` }],
    ] as const) {
      const { status, problem } = await owner.send(method, to, body);
      expect([status, problem.code]).toEqual([403, 'AUTHENTICATION_TOO_OLD']);
    }
    expect(await read(endpoint.id)).toMatchObject({ url: endpoint.url, events: [finished], revision: 0 });
    const stays = await owner.send<AdminEndpoint>('PATCH', path, { revision: 0, url, events: [updated] });
    expect(stays.data).toMatchObject({ url: endpoint.url, events: [updated], revision: 1 });
  });

  test('refuses changes to endpoints of live events by people with only test mode', async () => {
    const { endpoint } = await add();
    const tester = await join('developer', ['test']);
    const path = `webhooks/${endpoint.id}`;
    for (const [method, to, body] of [
      ['POST', 'webhooks', { url, events: [finished] }],
      ['PATCH', path, { url: 'https://other.example/', revision: 0 }],
      ['DELETE', path, undefined],
      ['POST', `${path}/disable`, undefined],
      ['POST', `${path}/resume`, undefined],
      ['POST', `${path}/rotate`, { revision: 0 }],
      ['POST', `${path}/replay`, { mode: 'live', since: '2030-01-01T00:00:00.000Z' }],
      ['GET', `${path}/deliveries?mode=live`, undefined],
      ['GET', `webhooks?mode=live`, undefined],
    ] as const) {
      const { status, problem } = await tester.send(method, to, body);
      expect([to, status, problem.code]).toEqual([to, 403, 'FORBIDDEN']);
    }
    await finishRun();
    const [live] = await deliveriesOf(endpoint.id);
    expect(live).toBeDefined();
    expect((await tester.send('GET', `webhook-deliveries/${live?.id}`)).status).toBe(404);
    expect(await deliveriesOf(endpoint.id, '', tester)).toEqual([]);
    expect(await read(endpoint.id, tester)).toMatchObject({ last: null });
  });

  test('removes an endpoint together with its log', async () => {
    const { endpoint } = await add();
    await finishRun();
    const [delivery] = await deliveriesOf(endpoint.id);
    expect((await owner.send('DELETE', `webhooks/${endpoint.id}`)).status).toBe(200);
    for (const path of [
      `webhooks/${endpoint.id}`,
      `webhooks/${endpoint.id}/deliveries`,
      `webhook-deliveries/${delivery?.id}`,
    ])
      expect((await owner.send('GET', path)).status).toBe(404);
    expect((await owner.send('DELETE', `webhooks/${endpoint.id}`)).status).toBe(404);
  });

  test('holds events of a disabled endpoint, and sends them once it is resumed', async () => {
    const { endpoint } = await add();
    const turn = (act: string) => owner.send<AdminEndpoint>('POST', `webhooks/${endpoint.id}/${act}`);
    expect((await turn('disable')).data).toMatchObject({ state: 'disabled', disabledReason: 'BY_HAND' });
    await finishRun();
    expect(await read(endpoint.id)).toMatchObject({ held: 1 });
    expect(await deliveriesOf(endpoint.id, '?state=held')).toHaveLength(1);
    expect(await deliver()).toBe(0);
    answerAll(204);
    expect((await turn('resume')).data).toMatchObject({ state: 'enabled' });
    expect(await deliver()).toBe(1);
    expect(await deliveriesOf(endpoint.id, '?state=delivered')).toHaveLength(1);
  });

  test('records each change of an endpoint with the person, but without path, query or secret', async () => {
    const { endpoint, secret } = await add();
    const path = `webhooks/${endpoint.id}`;
    const rotated = await owner.send<AdminCreatedSecret>('POST', `${path}/rotate`, { revision: 0 });
    await owner.send('PATCH', path, { revision: 1, url: 'https://other.example/canary-path' });
    await owner.send('POST', `${path}/disable`);
    await owner.send('POST', `${path}/resume`);
    await owner.send('DELETE', path);
    const events = await createAuditStore(service.database).eventsAfter(account.id, 0, 1000);
    const ofEndpoint = events.filter(({ subjectId }) => subjectId === endpoint.id);
    expect(ofEndpoint.map(({ act, actorKind }) => `${actorKind} ${act}`)).toEqual(
      ['add', 'rotate-secret', 'change', 'disable', 'resume', 'remove'].map(
        (act) => `person endpoint.${act}`,
      ),
    );
    const text = JSON.stringify(ofEndpoint) + service.logLines.join('');
    for (const hidden of ['canary', secret.slice(6), rotated.data.secret.slice(6)])
      expect(text).not.toContain(hidden);
  });
});

describe('test deliveries in the panel', () => {
  const body = { event: updated, status: 'APPROVED' };

  test('sends a test event with the chosen outcome, and shows the response and the request headers', async () => {
    const { endpoint, secret } = await add();
    answerAll(200, '<b>thanks</b>');
    const { data } = await owner.send<AdminWebhookTest>('POST', `webhooks/${endpoint.id}/test`, body);
    expect(data).toMatchObject({
      delivered: true,
      status: 200,
      answer: { text: '<b>thanks</b>', isCut: false },
    });
    expect(JSON.parse(data.sent.body)).toMatchObject({ event: updated, data: { status: 'APPROVED' } });
    const { 'webhook-id': id = '', 'webhook-signature': signature } = data.sent.headers;
    expect(new Webhook(secret).sign(id, new Date(service.clock.time), data.sent.body)).toBe(signature);
    expect(data.sent.body).toBe(Buffer.from(service.outgoing.sent[0]?.body ?? []).toString());
    expect(JSON.stringify(data)).not.toContain('canary-token');
  });

  test.each([
    ['a huge one', 'é'.repeat(40_000), { text: 'é'.repeat(2048), isCut: true }],
    ['one that is not text', '\u0000\u001b[31mred', { text: '��[31mred', isCut: false }],
    ['an empty one', '', null],
  ])('shows the beginning of the response to a test: %s', async (_what, text, answer) => {
    const { endpoint } = await add();
    answerAll(500, text);
    const { data } = await owner.send<AdminWebhookTest>('POST', `webhooks/${endpoint.id}/test`, body);
    expect(data).toMatchObject({ delivered: false, error: 'HTTP_500', answer });
  });

  test('refuses test deliveries while all webhooks are held', async () => {
    const { endpoint } = await add();
    await holdDeliveries(service.database.main, service.clock.time);
    const { problem } = await owner.send('POST', `webhooks/${endpoint.id}/test`, body);
    expect([problem.status, problem.code]).toEqual([409, 'WEBHOOKS_HELD']);
    const { data } = await owner.send<AdminEndpointList>('GET', 'webhooks');
    expect(data.heldSince).toBe(new Date(service.clock.time).toISOString());
  });
});

describe('delivery log in the panel', () => {
  test('shows the event masked and without links, and no response body', async () => {
    const { endpoint } = await add();
    answerAll(500, 'no account of canary@example.com');
    await finishRun();
    await deliver();
    const [delivery] = await deliveriesOf(endpoint.id, '?state=pending');
    const { data } = await owner.send<AdminDelivery>('GET', `webhook-deliveries/${delivery?.id}`);
    expect(data).toMatchObject({
      isMasked: true,
      mayReveal: true,
      log: [{ status: 500, error: 'HTTP_500', answer: null, response: { bodyBytes: 32 } }],
    });
    expect(JSON.parse(data.body ?? '')).toMatchObject({
      event: finished,
      data: {
        id: delivery?.executionId,
        checks: expect.arrayContaining([expect.objectContaining({ email: 'c•••m' })]),
      },
    });
    expect(JSON.stringify(data)).not.toMatch(/canary|901820/);
  });

  test('reveals the event and response bodies for a stated reason to people with the right', async () => {
    const { endpoint } = await add();
    answerAll(500, 'no account of canary@example.com: /media/1?expires=2&signature=Zx_-9');
    await finishRun();
    await deliver();
    const [delivery] = await deliveriesOf(endpoint.id);
    const path = `webhook-deliveries/${delivery?.id}`;
    const reveal = { reason: 'The receiver refuses it.' };
    const { data } = await owner.send<AdminDelivery>('POST', `${path}/reveal`, reveal);
    expect(data.body).toContain('canary@example.com');
    expect(data.log[0]?.answer).toEqual({
      // A receiver that sends back its request gives no pictures to people without the right to them.
      text: 'no account of canary@example.com: /media/1?expires=2&signature=…',
      isCut: false,
    });
    const developer = await join('developer');
    expect((await developer.send<AdminDelivery>('GET', path)).data.mayReveal).toBe(false);
    expect((await developer.send('POST', `${path}/reveal`, { ...reveal, mode: 'live' })).status).toBe(403);
    // The right to reveal test data does not extend to live deliveries.
    expect((await developer.send('POST', `${path}/reveal`, { ...reveal, mode: 'test' })).status).toBe(404);
  });

  test.each([
    ['as a template escapes it', 'expires&#x3D;2&amp;signature&#x3D;SIGNATURE'],
    ['encoded twice', 'expires%253D2%2526signature%253DSIGNATURE'],
    ['as a list', 'map[expires:[2] signature:[SIGNATURE]]'],
    ['as an object', "{'expires': '2', 'signature': 'SIGNATURE'}"],
    ['as an element', '<signature>SIGNATURE</signature>'],
  ])('shows no signature of a picture link that a receiver sends back %s', async (_how, text) => {
    const { signature } = Object.fromEntries(
      new URL(service.services.mediaLinks.sign(randomUUID(), service.clock.time).url).searchParams,
    );
    const { endpoint } = await add();
    answerAll(500, text.replace('SIGNATURE', signature ?? ''));
    await finishRun();
    await deliver();
    const [delivery] = await deliveriesOf(endpoint.id);
    const reveal = { reason: 'The receiver refuses it.' };
    const { data } = await owner.send<AdminDelivery>(
      'POST',
      `webhook-deliveries/${delivery?.id}/reveal`,
      reveal,
    );
    expect(data.log[0]?.answer?.text).toContain('…');
    expect(data.log[0]?.answer?.text).not.toContain(signature);
  });

  test('seals the reason for a reveal, and shows it, like those of earlier versions, to people with the right', async () => {
    const { endpoint } = await add();
    answerAll(500);
    const executionId = await finishRun();
    await deliver();
    const [delivery] = await deliveriesOf(endpoint.id);
    const reason = 'Anna Eriksson asks';
    await owner.send('POST', `webhook-deliveries/${delivery?.id}/reveal`, { reason });
    const events = await createAuditStore(service.database).eventsAfter(account.id, 0, 1000);
    expect(events.find(({ act }) => act === 'execution.reveal')?.changes).toMatch(
      /^\{"sealedReason":"[\w-]+"\}$/,
    );
    await recordAct(service.database.main, {
      actor: operator,
      act: 'execution.reveal',
      at: service.clock.time,
      accountId: account.id,
      subject: { kind: 'execution', id: executionId },
      mode: 'live',
      changes: { reason: 'Written by an earlier version' },
    });
    const reasons = async (browser: AdminBrowser) => {
      const { data } = await browser.send<AdminExecution>('GET', `executions/${executionId}`);
      return data.events.flatMap(({ act, changes }) => (act === 'execution.reveal' ? [changes] : []));
    };
    const inPlain = [{ reason: 'Written by an earlier version' }, { reason }];
    expect(await reasons(owner)).toEqual(inPlain);
    const auditor = await join('auditor');
    expect(await reasons(auditor)).toEqual([{}, {}]);
    await purge(executionId);
    expect(await reasons(owner)).toEqual([{}, {}]);
    expect(await reasons(auditor)).toEqual([{}, {}]);
    const late = await owner.send('POST', `webhook-deliveries/${delivery?.id}/reveal`, { reason });
    expect(late.problem.code).toBe('EXECUTION_PURGED');
  });

  test('removes response bodies when the personal data of the execution is purged', async () => {
    const { endpoint } = await add();
    answerAll(500, 'no account of canary@example.com');
    const executionId = await finishRun();
    await deliver();
    const rows = () => service.database.main.selectFrom('webhook_attempts').select('sealed_answer').execute();
    const [kept] = await rows();
    expect(Buffer.from(kept?.sealed_answer ?? []).toString('latin1')).not.toContain('canary');
    await purge(executionId);
    expect(await rows()).toEqual([{ sealed_answer: null }]);
    const [delivery] = await deliveriesOf(endpoint.id);
    const path = `webhook-deliveries/${delivery?.id}`;
    expect((await owner.send<AdminDelivery>('GET', path)).data).toMatchObject({ mayReveal: false });
    expect((await owner.send('POST', `${path}/reveal`, { reason: 'Curious' })).status).toBe(400);
  });

  test('replays newer events when more events than one call replays are too old', async () => {
    const { endpoint } = await add();
    answerAll(204);
    await finishRun();
    await deliver();
    const { main } = service.database;
    const giveUp = () =>
      main
        .updateTable('webhook_deliveries')
        .set({ state: 'undelivered', next_at: null, undelivered_at: service.clock.time })
        .execute();
    const event = await main.selectFrom('webhook_events').selectAll().executeTakeFirstOrThrow();
    const delivery = await main.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow();
    const events = Array.from({ length: 250 }, (_, index) => ({
      ...copiedRow(event),
      id: randomUUID(),
      sequence: event.sequence + 1 + index,
    }));
    const deliveries = events.map(({ id }) => ({ ...copiedRow(delivery), id: randomUUID(), event_id: id }));
    await main.insertInto('webhook_events').values(events).execute();
    await main.insertInto('webhook_deliveries').values(deliveries).execute();
    service.clock.time += 31 * dayMs;
    await finishRun();
    await giveUp();
    await main.deleteFrom('jobs').where('kind', '=', 'deliver').execute();
    const manager = await join('manager');
    const { data } = await manager.send<AdminReplay>('POST', `webhooks/${endpoint.id}/replay`, {
      since: '2029-01-01T00:00:00.000Z',
    });
    expect(data).toEqual({ replayed: 1, tooOld: 251, isMore: false });
    expect(await deliver()).toBe(1);
  });

  test('redelivers one delivery, and replays all that were given up since a given time', async () => {
    const { endpoint } = await add();
    const path = `webhooks/${endpoint.id}`;
    answerAll(204);
    await finishRun();
    await deliver();
    const [one] = await deliveriesOf(endpoint.id);
    expect((await owner.send('POST', `webhook-deliveries/${one?.id}/redeliver`, {})).status).toBe(200);
    expect(await deliver()).toBe(1);
    service.clock.time += 60_000;
    const since = new Date(service.clock.time).toISOString();
    await finishRun();
    await service.database.main
      .updateTable('webhook_deliveries')
      .set({
        state: 'undelivered',
        next_at: null,
        undelivered_at: service.clock.time,
        first_delivered_at: null,
      })
      .execute();
    await service.database.main.deleteFrom('jobs').where('kind', '=', 'deliver').execute();
    const manager = await join('manager');
    const replay = async (from: string) =>
      (await manager.send<AdminReplay>('POST', `${path}/replay`, { since: from })).data;
    expect(await replay(since)).toEqual({ replayed: 1, tooOld: 0, isMore: false });
    expect(await replay(since)).toEqual({ replayed: 0, tooOld: 0, isMore: false });
    expect(await replay('2029-01-01T00:00:00.000Z')).toEqual({ replayed: 1, tooOld: 0, isMore: false });
    expect(await deliver()).toBe(2);
    await owner.send('POST', `${path}/disable`);
    const refused = await manager.send('POST', `webhook-deliveries/${one?.id}/redeliver`, {});
    expect([refused.status, refused.problem.code]).toEqual([409, 'WEBHOOK_ENDPOINT_DISABLED']);
  });
});

describe('filters of the delivery log', () => {
  const sync = webhookEvents[2];

  /** Stores copies of the only delivery, each a minute older than the one before. @returns their times, newest first. */
  async function storeCopies(count: number, eventOf: (index: number) => string): Promise<string[]> {
    const { main } = service.database;
    const event = await main.selectFrom('webhook_events').selectAll().executeTakeFirstOrThrow();
    const delivery = await main.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow();
    const timeOf = (index: number) => delivery.created_at - (index + 1) * 60_000;
    const events = Array.from({ length: count }, (_, index) => ({
      ...copiedRow(event),
      id: randomUUID(),
      event: eventOf(index),
      sequence: event.sequence + 1 + index,
      emitted_at: timeOf(index),
    }));
    const deliveries = events.map(({ id, emitted_at }) => ({
      ...copiedRow(delivery),
      id: randomUUID(),
      event_id: id,
      created_at: emitted_at,
    }));
    await main.insertInto('webhook_events').values(events).execute();
    await main.insertInto('webhook_deliveries').values(deliveries).execute();
    return events.map(({ emitted_at }) => new Date(emitted_at).toISOString());
  }

  /** Reads all pages. */
  async function readPages(id: string, filter: string): Promise<AdminDeliveryList['deliveries'][]> {
    const pages: AdminDeliveryList['deliveries'][] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: string = `?${filter}${after && `&after=${after}`}`;
      const { data } = await owner.send<AdminDeliveryList>('GET', `webhooks/${id}/deliveries${query}`);
      pages.push(data.deliveries);
      after = data.nextCursor;
    }
    return pages;
  }

  test('selects deliveries by state, event, run and time, and by all of them together', async () => {
    const { endpoint } = await add(webhookEvents);
    const stepMs = 600_000;
    const start = service.clock.time;
    answerAll(204);
    const first = await finishRun();
    await deliver();
    service.clock.time = start + stepMs;
    await new Backend(service, account.apiKey).decide(first, { status: 'DECLINED' });
    await deliver();
    service.clock.time = start + 2 * stepMs;
    const second = await finishRun();
    const [a, b, c] = [`finished ${first}`, `updated ${first}`, `finished ${second}`];
    const at = (steps: number) => new Date(start + steps * stepMs).toISOString();
    const cases: [string, string[]][] = [
      ['', [c, b, a]],
      [`event=${finished}`, [c, a]],
      [`event=${sync}`, []],
      [`execution=${first}`, [b, a]],
      [`execution=${first.toUpperCase()}&event=${updated}`, [b]],
      [`from=${at(1)}`, [c, b]],
      [`to=${at(1)}`, [a]],
      [`from=${at(1)}&to=${at(2)}`, [b]],
      [`from=${at(2)}&to=${at(1)}`, []],
      [`execution=${first}&from=${at(1)}`, [b]],
      [`execution=${first}&to=${at(1)}`, [a]],
      [`from=${at(0).slice(0, 10)}&state=pending`, [c]],
      [`state=delivered&event=${finished}&execution=${first}&from=${at(0)}&to=${at(1)}`, [a]],
      [`state=pending&execution=${first}`, []],
    ];
    for (const [filter, expected] of cases) {
      const found = await deliveriesOf(endpoint.id, `?${filter}`);
      const names = found.map(({ event, executionId }) => `${event.replace(/^.*_/, '')} ${executionId}`);
      expect(names, filter).toEqual(expected);
    }
  });

  test('pages through the deliveries of a time without a gap, and begins no later than its end', async () => {
    const { endpoint } = await add();
    await finishRun();
    const times = await storeCopies(120, () => finished);
    const filter = `from=${times[89]}&to=${times[19]}`;
    const pages = await readPages(endpoint.id, filter);
    expect(pages.map(({ length }) => length)).toEqual([50, 20]);
    expect(pages.flat().map(({ emittedAt }) => emittedAt)).toEqual(times.slice(20, 90));
    const later = Buffer.from(`${service.clock.time + dayMs}.${randomUUID()}`).toString('base64url');
    const [first] = await deliveriesOf(endpoint.id, `?${filter}&after=${later}`);
    expect(first?.emittedAt).toBe(times[20]);
  });

  test('finds a rare event behind many others, on a later page', async () => {
    const { endpoint } = await add();
    await finishRun();
    const times = await storeCopies(600, (index) => (index === 3 || index === 580 ? sync : finished));
    const pages = await readPages(endpoint.id, `event=${sync}&to=${times[5]}`);
    expect(pages.map((page) => page.map(({ emittedAt }) => emittedAt))).toEqual([[], [times[580]]]);
    expect(await deliveriesOf(endpoint.id, `?event=${sync}`)).toHaveLength(1);
  });

  test('finds nothing for a run of another account, another mode or nobody', async () => {
    const { endpoint } = await add();
    const live = await finishRun();
    const tested = await finishRun(await service.addApiKey(account.id, null, 'test'));
    const other = await service.addAccount('Elsewhere');
    const stranger = await AdminBrowser.joined(service, 'stranger@example.com', { accountId: other.id });
    const own = { url: 'https://elsewhere.example/', events: [finished] };
    const elsewhere = await stranger.send<AdminCreatedSecret>('POST', 'webhooks', own);
    const tester = await join('developer', ['test']);
    const ask = async (run: string, browser = owner, query = '', id = endpoint.id) => {
      const path = `webhooks/${id}/deliveries?execution=${run}${query}`;
      const { status, data, problem } = await browser.send<AdminDeliveryList>('GET', path);
      return status === 200 ? data : problem.code;
    };
    const nothing = { deliveries: [], nextCursor: null };
    expect(await ask(live)).toMatchObject({ deliveries: [{ executionId: live }], nextCursor: null });
    expect(await ask(tested)).toEqual(nothing);
    expect(await ask(tested, tester)).toMatchObject({ deliveries: [{ executionId: tested }] });
    expect(await ask(live, tester)).toEqual(nothing);
    expect(await ask(randomUUID())).toEqual(nothing);
    expect(await ask(live, stranger, '', elsewhere.data.endpoint.id)).toEqual(nothing);
    expect(await ask(live, stranger)).toBe('WEBHOOK_ENDPOINT_NOT_FOUND');
    expect(await ask(live, tester, '&mode=live')).not.toHaveProperty('deliveries');
  });

  test.each([
    ['state', 'lost'],
    ['event', 'finished'],
    ['execution', '1'],
    ['execution', `${randomUUID()}' or '1'='1`],
    ['from', 'yesterday'],
    ['from', '2026-11-27T09:00'],
    ['to', '2026-13-01'],
    ['to', '9'.repeat(400)],
    ['after', 'abc'],
    ['event', `${finished}\0`],
  ])('names the filter %s with the value %s in its refusal', async (name, value) => {
    const { endpoint } = await add();
    const query = new URLSearchParams({ state: 'held', event: finished, from: '2026-11-27', [name]: value });
    const path = `webhooks/${endpoint.id}/deliveries?${query}`;
    const { status, problem } = await owner.send('GET', path);
    expect([status, problem.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect(problem.errors?.map(({ parameter }) => parameter)).toEqual([name]);
    const twice = await owner.send('GET', `${path.replace(`${name}=`, 'x=')}&${name}=1&${name}=1`);
    expect(twice.problem.errors?.map(({ parameter }) => parameter)).toEqual([name]);
  });
});

describe('alarms about failing endpoints', () => {
  test.each([
    [2.4, null],
    [2.6, 50],
    [3.6, 70],
    [4.6, 90],
  ])(
    'warns %d days after the first failure that %s percent of the time until disabling has passed',
    async (days, percent) => {
      const { endpoint } = await add();
      const since = service.clock.time - days * dayMs;
      const failing = { failing_since: since, relapsed_at: since, failed_at: service.clock.time };
      await service.database.main.updateTable('webhook_endpoints').set(failing).execute();
      const disablesAt = new Date(since + 5 * dayMs).toISOString();
      expect(await alarms()).toMatchObject(
        percent === null ? [] : [{ endpointId: endpoint.id, percent, disablesAt }],
      );
      expect((await read(endpoint.id)).disablesAt).toBe(percent === null ? null : disablesAt);
    },
  );

  test('raises an alarm for an endpoint disabled after failures, but not by hand', async () => {
    const { endpoint } = await add();
    answerAll(410);
    await finishRun();
    await deliver();
    expect(await alarms()).toMatchObject([{ percent: 100, disabledReason: 'GONE' }]);
    await owner.send('POST', `webhooks/${endpoint.id}/resume`);
    expect(await alarms()).toEqual([]);
    await owner.send('POST', `webhooks/${endpoint.id}/disable`);
    expect(await alarms()).toEqual([]);
  });

  test('raises no alarm for an endpoint whose last failure is long past', async () => {
    await add();
    const since = service.clock.time - 4.6 * dayMs;
    const failing = { failing_since: since, relapsed_at: since, failed_at: since };
    await service.database.main.updateTable('webhook_endpoints').set(failing).execute();
    expect(await alarms()).toEqual([]);
  });
});
