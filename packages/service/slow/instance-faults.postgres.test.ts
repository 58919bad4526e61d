import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { hasPooler, Pooler } from '../testing/pooler.ts';
import { InstanceGroup, type InstanceSettings } from './instance-group.ts';
import { jpegOf, Traffic } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const shiftClock = fileURLToPath(new URL('shift-clock.mjs', import.meta.url));
const person = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
const secondsOfDay = 24 * 60 * 60;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openGroup(webhookPort: number, options: readonly InstanceSettings[]): Promise<InstanceGroup> {
  const group = await InstanceGroup.open(webhookPort, options);
  ends.push(() => group.close());
  return group;
}

/** Opens instances whose webhooks are received and verified. */
async function openReceived(options: readonly InstanceSettings[]) {
  const receiver = await WebhookReceiver.open();
  ends.push(() => receiver.close());
  const group = await openGroup(receiver.port, options);
  receiver.secret = group.development.webhookSecret;
  return { receiver, group };
}

/** Queries the database directly. */
async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Opens a receiver that leaves requests to be answered by the test. */
async function openSilentReceiver() {
  const held: { request: IncomingMessage; response: ServerResponse }[] = [];
  const server = createServer((request, response) => held.push({ request, response }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { held, port: (server.address() as AddressInfo).port };
}

/**
 * Runs traffic until a number of requests was acknowledged. Asserts that each execution without user steps ended with one event,
 * and that each acknowledged upload of a first attempt is still stored.
 */
async function proveTraffic(group: InstanceGroup, receiver: WebhookReceiver, amount: number): Promise<void> {
  const traffic = new Traffic(group.client);
  const over = new AbortController();
  const flowing = traffic.flow(over.signal);
  while (group.client.acknowledged < amount) await pause(5);
  over.abort();
  await flowing;
  await eventually(async () => {
    for (const id of traffic.runs) expect(receiver.idsOf(id).length).toBeGreaterThan(0);
  });
  for (const { token, stored } of traffic.flows) {
    const { state } = await group.client.init(token);
    const digests = state.step?.stored.map(({ digest }) => digest) ?? [];
    if (stored !== undefined && state.step?.attempt === 1) expect(digests).toContain(stored);
  }
  expect(traffic.runs.filter((id) => new Set(receiver.idsOf(id)).size !== 1)).toEqual([]);
  expect(receiver.refused).toEqual([]);
  expect(traffic.runs.length).toBeGreaterThan(0);
}

/**
 * Begins executions at the first instance while a page polls the second. @returns the delay of each poll after the commit, in
 * ms, sorted.
 */
async function waitsAtAnother(group: InstanceGroup, rounds: number, before: () => Promise<void>) {
  const [here, there] = [group.clientOf(0), group.clientOf(1)];
  const waits: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { token } = await here.start('Identity document', { user_id: 'u' });
    const { sessionKey, state } = await here.init(token);
    // A poll may return early with the old state, and the page polls again.
    const changed = async () => {
      for (;;) {
        const { seq } = await there.state(sessionKey, `?after=${state.seq}&wait=25`);
        if (seq > state.seq) return performance.now();
      }
    };
    const seen = changed();
    await pause(300);
    await before();
    await here.begin(sessionKey);
    const committedAt = performance.now();
    waits.push(Math.max(0, Math.round((await seen) - committedAt)));
  }
  return waits.sort((a, b) => a - b);
}

/**
 * Expects half of the polls within 1.5 s, because an instance without notifications looks for changes each second; and none as
 * late as a poll that was never woken, which ends after 25 s.
 */
function expectInTime(waits: readonly number[], title: string): void {
  process.stdout.write(`${title}: polls answered after ${waits.join(', ')} ms\n`);
  expect(waits[Math.floor(waits.length / 2)]).toBeLessThanOrEqual(1500);
  expect(waits.at(-1)).toBeLessThan(10_000);
}

/** Ends the connections on which instances listen. @returns how many. */
async function cutListeners(url: string): Promise<number> {
  const rows = await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'orchestration %' and query like 'listen%'`,
  );
  return rows.length;
}

describe('instances that share a database', () => {
  it('ignores the result of a job from an instance that was suspended past its lease', {
    timeout: 180_000,
  }, async () => {
    const { held, port } = await openSilentReceiver();
    const group = await openGroup(port, [{}, {}]);
    const { databaseUrl } = group;
    const [first, second] = group.instances;
    const { executionId } = await group.clientOf(0).start('E-mail and phone', person);
    const deliveries = () =>
      query<{ state: string; attempts: number }>(
        databaseUrl,
        `select state, attempts::int from webhook_deliveries where event_id in
         (select id from webhook_events where execution_id = $1)`,
        [executionId],
      );
    const leases = () =>
      query<{ id: string; lease_instance: string }>(
        databaseUrl,
        `select id, lease_instance from jobs where kind = 'deliver' and lease_token is not null`,
      );
    await eventually(() => expect(held).toHaveLength(1));
    const [{ id, lease_instance: holder } = { id: '', lease_instance: '' }] = await leases();
    const ids = await query<{ id: string }>(databaseUrl, 'select id from instances order by started_at');
    const isFirst = ids[0]?.id === holder;
    const [stopped, other] = isFirst ? [first!, second!] : [second!, first!];

    stopped.signal('SIGSTOP');
    await eventually(() => expect(held).toHaveLength(2));
    const retaken = await leases();
    expect(retaken.map((lease) => lease.id)).toEqual([id]);
    expect(retaken[0]!.lease_instance).not.toBe(holder);
    held[1]!.response.writeHead(204).end();
    await eventually(async () => expect(await deliveries()).toEqual([{ state: 'delivered', attempts: 1 }]));
    held[0]!.response.writeHead(500).end();
    stopped.signal('SIGCONT');
    await eventually(() => expect(stopped.log).toContain('others took over its jobs'));
    await eventually(async () =>
      expect(await query(databaseUrl, `select id from instances`)).toHaveLength(2),
    );
    expect(await deliveries()).toEqual([{ state: 'delivered', attempts: 1 }]);
    expect(held.map(({ request }) => request.headers['webhook-id'])).toEqual([
      held[0]!.request.headers['webhook-id'],
      held[0]!.request.headers['webhook-id'],
    ]);

    expect(await other.stop()).toBe(0);
    const again = await group.client.start('E-mail and phone', person);
    await eventually(() => expect(held).toHaveLength(3));
    held[2]!.response.writeHead(204).end();
    expect((await group.client.read(again.executionId)).status).not.toBe('PENDING');
  });

  it.each([
    ['ahead', 20],
    ['behind', -20],
  ])(
    'loses and repeats nothing while the clock of one instance is 20 s %s',
    { timeout: 180_000 },
    async (_, seconds) => {
      const shifted = { NODE_OPTIONS: `--import=${shiftClock}`, SHIFT_DAYS: String(seconds / secondsOfDay) };
      const { receiver, group } = await openReceived([{}, shifted]);
      await proveTraffic(group, receiver, 40);
      const { token } = await group.clientOf(1).start('Identity document', { user_id: 'u' });
      const { sessionKey } = await group.clientOf(0).init(token);
      await group.clientOf(1).begin(sessionKey);
      const digest = await group.clientOf(0).putFront(sessionKey, 1, jpegOf(20_000));
      await group.clientOf(1).submitPassport(sessionKey, 1, digest);
      await eventually(async () =>
        expect(await group.clientOf(0).state(sessionKey)).toMatchObject({ awaiting: 'user' }),
      );
    },
  );

  it('answers polls soon after a commit although listening connections are cut', {
    timeout: 120_000,
  }, async () => {
    const { group } = await openReceived([{}, {}]);
    await eventually(async () => expect(await cutListeners(group.databaseUrl)).toBe(2));
    const waits = await waitsAtAnother(group, 5, async () => {
      await cutListeners(group.databaseUrl);
    });
    expectInTime(waits, 'Lines cut');
  });

  it.runIf(hasPooler)(
    'shares the work between instances behind a pooler in transaction mode',
    {
      timeout: 120_000,
    },
    async () => {
      const { receiver, group } = await openReceived([{}, {}]);
      const pooler = await Pooler.open(group.databaseUrl, 'transaction');
      ends.push(() => pooler.close());
      for (const instance of group.instances) {
        expect(await instance.stop()).toBe(0);
        instance.settings = { ...instance.settings, DATABASE_URL: pooler.url };
        await instance.start();
      }
      await proveTraffic(group, receiver, 40);
      expectInTime(await waitsAtAnother(group, 5, async () => {}), 'Behind a pooler');
    },
  );
});
