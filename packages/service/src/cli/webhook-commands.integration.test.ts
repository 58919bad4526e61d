import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorDesk } from '../../testing/operator-desk.ts';

let desk: OperatorDesk;
let account: string;
beforeEach(async () => {
  desk = new OperatorDesk();
  account = (await desk.ask('account create --name Shop')).id!;
});
afterEach(() => desk.remove());

const add = (url = 'https://shop.example/hooks') => `webhook add --account ${account} --url ${url}`;

/** A logged request to the address that the endpoint had before it was moved. */
const request = {
  url: 'https://before.example/hooks',
  headers: { 'webhook-id': 'event-undelivered' },
  bodyBytes: 812,
};

/** Stores deliveries of one execution to an endpoint, one in each state, and the log of one. */
async function storeDeliveries(endpoint: string): Promise<void> {
  const example = (await desk.type('workflow example e-mail-and-phone')).said;
  const workflow = (await desk.ask(`workflow import - --account ${account}`, example)).id!;
  await desk.inData(async ({ main }) => {
    const execution = {
      id: 'execution',
      account_id: account,
      workflow_id: workflow,
      workflow_version: 1,
      mode: 'live',
      channel: 'token',
      status: 'APPROVED',
      token_hash: 'x',
      session_epoch: 0,
      expires_at: 1,
      created_at: 1,
      seq: 0,
      walk: '{}',
    };
    await main
      .insertInto('executions')
      .values(execution as never)
      .execute();
    for (const [index, state] of ['pending', 'held', 'delivered', 'undelivered'].entries()) {
      const event = {
        id: `event-${state}`,
        account_id: account,
        execution_id: 'execution',
        event: `orchestration/workflow_execution_${state === 'held' ? 'finished' : 'updated'}`,
        sequence: index + 1,
        emitted_at: desk.clock.time + index,
        frozen: '{"checks":null}',
      };
      const delivery = {
        id: state,
        event_id: event.id,
        endpoint_id: endpoint,
        state,
        attempts: index,
        next_at: null,
        last_status: index === 0 ? null : 503,
        last_error: index === 0 ? null : 'HTTP_503',
        delivered_at: state === 'delivered' ? event.emitted_at : null,
        first_delivered_at: state === 'delivered' ? event.emitted_at : null,
        undelivered_at: null,
        created_at: event.emitted_at,
        mode: 'live',
      };
      await main.insertInto('webhook_events').values(event).execute();
      await main.insertInto('webhook_deliveries').values(delivery).execute();
    }
    await main
      .insertInto('webhook_attempts')
      .values({
        id: 'attempt',
        delivery_id: 'undelivered',
        number: 9,
        started_at: desk.clock.time,
        duration_ms: 250,
        status: 503,
        error: 'HTTP_503',
        request_head: JSON.stringify(request),
        response_head: JSON.stringify({ headers: { server: 'nginx' }, bodyBytes: 3 }),
      })
      .execute();
  });
}

describe('endpoint commands', () => {
  it('refuses the eleventh endpoint of an account', async () => {
    const first = await desk.ask(add());
    for (let count = 1; count < 10; count += 1) await desk.ask(add(`https://shop.example/${count}`));
    const refused = await desk.type(add('https://shop.example/more'));
    expect([refused.code, refused.complained]).toEqual([1, expect.stringContaining('10 endpoints')]);
    const other = (await desk.ask('account create --name Other')).id!;
    await desk.ask(`webhook add --account ${other} --url https://other.example/`);
    await desk.ask(`webhook remove ${first.id}`);
    await desk.ask(add('https://shop.example/more'));
    expect(await desk.ask<unknown[]>(`webhook list --account ${account}`)).toHaveLength(10);
  });

  it.each([
    ['http://shop.example', 'production'],
    ['http://shop.example', 'development'],
    ['http://localhost:3000', 'production'],
    ['https://127.0.0.1', 'production'],
    ['https://10.0.0.7', 'production'],
    ['https://10.0.0.7', 'development'],
    ['https://[::ffff:127.0.0.1]', 'production'],
    ['https://169.254.169.254', 'development'],
    ['https://0x7f.1', 'production'],
  ])('refuses the endpoint address %s in %s', { tags: ['DHOOK-19', 'DHOOK-35'] }, async (url, mode) => {
    expect(
      (
        await desk.type(add(url), {
          variables: { ALLOW_LOOPBACK: mode === 'development' ? 'true' : 'false' },
        })
      ).code,
    ).toBe(2);
  });

  it.each(['http://localhost:3000/x', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://93.184.215.14'])(
    'accepts the endpoint address %s in development',
    async (url) => {
      expect((await desk.type(add(url), { variables: { ALLOW_LOOPBACK: 'true' } })).code).toBe(0);
    },
  );

  it('disables an endpoint by hand and resumes it', { tags: ['DHOOK-56'] }, async () => {
    const { id } = await desk.ask(add());
    expect(await desk.ask(`webhook disable ${id}`)).toEqual({ id });
    expect(await desk.ask('webhook list')).toMatchObject([{ id, disabledReason: 'BY_HAND' }]);
    expect((await desk.type('webhook list')).said).toContain('disabled (BY_HAND)');
    expect(await desk.ask(`webhook resume ${id}`)).toEqual({ id, resumed: 0 });
    expect(await desk.ask('webhook list')).toMatchObject([{ id, disabledAt: null }]);
    expect((await desk.type('webhook disable none')).code).toBe(1);
  });

  it('changes address and events of an endpoint, and keeps its secret', { tags: ['DHOOK-61'] }, async () => {
    const { id } = await desk.ask(add());
    const sealed = () =>
      desk.inData(({ main }) => main.selectFrom('webhook_endpoints').select('sealed_secret').execute());
    const before = await sealed();
    const url = 'https://elsewhere.example/hooks';
    expect(await desk.ask(`webhook change ${id} --url ${url}`)).toMatchObject({ id, url });
    expect(await desk.ask(`webhook change ${id} --event sync --event updated`)).toMatchObject({
      url,
      events: ['orchestration/workflow_execution_sync', 'orchestration/workflow_execution_updated'],
    });
    expect(await desk.ask('webhook list')).toMatchObject([{ id, url }]);
    expect(await sealed()).toEqual(before);
    expect((await desk.type(`webhook change ${id}`)).code).toBe(2);
    expect((await desk.type(`webhook change ${id} --url https://10.0.0.7`)).code).toBe(2);
    expect((await desk.type(`webhook change ${id} --event none`)).code).toBe(2);
    const shown = await desk.type(`webhook change ${id} --url ${url}?…`);
    expect([shown.code, shown.complained]).toEqual([2, expect.stringContaining('--url must be complete')]);
    expect((await desk.type(`webhook change none --url ${url}`)).code).toBe(1);
    expect(await desk.ask('webhook list')).toMatchObject([{ id, url }]);
  });

  it('leaves an endpoint that is enabled and failing unchanged on resume', async () => {
    const id = (await desk.ask(add())).id!;
    await desk.inData(({ main }) =>
      main.updateTable('webhook_endpoints').set({ failing_since: desk.clock.time }).execute(),
    );
    const before = await desk.ask('webhook list');
    expect(before).toMatchObject([{ failingSince: new Date(desk.clock.time).toISOString() }]);
    expect(await desk.ask(`webhook resume ${id}`)).toEqual({ id, resumed: 0 });
    expect(await desk.ask('webhook list')).toEqual(before);
  });

  it('removes an endpoint with its pending deliveries and its log, and nothing of others', {
    tags: ['S6.1-10'],
  }, async () => {
    const [endpoint, other] = [await desk.ask(add()), await desk.ask(add('https://other.example'))];
    await storeDeliveries(endpoint.id!);
    await desk.ask(`webhook redeliver undelivered`);
    expect(await desk.ask(`webhook remove ${endpoint.id}`)).toEqual({ id: endpoint.id });
    expect(await desk.ask('webhook list')).toMatchObject([{ id: other.id }]);
    await desk.inData(async ({ main }) => {
      for (const name of ['webhook_deliveries', 'webhook_attempts', 'jobs'] as const)
        expect(await main.selectFrom(name).selectAll().execute(), name).toEqual([]);
      expect(await main.selectFrom('webhook_events').selectAll().execute()).toHaveLength(4);
    });
    expect((await desk.type(`webhook remove ${endpoint.id}`)).code).toBe(1);
  });
});

describe('delivery commands', () => {
  let endpoint: string;
  beforeEach(async () => {
    endpoint = (await desk.ask(add())).id!;
    await storeDeliveries(endpoint);
  });
  const pageOf = async (line: string) => {
    const { code, said, complained } = await desk.type(`webhook deliveries ${line}`.trim().concat(' --json'));
    expect(code, complained).toBe(0);
    return { ids: (JSON.parse(said) as { id: string }[]).map(({ id }) => id), complained };
  };
  const idsOf = async (line: string) => (await pageOf(line)).ids;

  it('lists deliveries newest first, filtered by account, endpoint, execution, event, state and time', async () => {
    const all = ['undelivered', 'delivered', 'held', 'pending'];
    expect(await idsOf('')).toEqual(all);
    expect(await idsOf(`--account ${account} --endpoint ${endpoint} --execution execution`)).toEqual(all);
    for (const none of ['--account x', '--endpoint x', '--execution x'])
      expect(await idsOf(none)).toEqual([]);
    expect(await idsOf('--state held')).toEqual(['held']);
    expect(await idsOf('--event finished')).toEqual(['held']);
    expect(await idsOf('--event updated --limit 2')).toEqual(['undelivered', 'delivered']);
    expect(await idsOf('--event updated --before delivered')).toEqual(['pending']);
    const [second, fourth] = [1, 3].map((ms) => new Date(desk.clock.time + ms).toISOString());
    expect(await idsOf(`--from ${second} --to ${fourth}`)).toEqual(['delivered', 'held']);
    expect(await idsOf(`--to ${fourth} --execution execution --event updated`)).toEqual([
      'delivered',
      'pending',
    ]);
    expect(await idsOf('--limit 2')).toEqual(['undelivered', 'delivered']);
    expect(await idsOf('--limit 2 --before delivered')).toEqual(['held', 'pending']);
    expect(await idsOf('--before pending')).toEqual([]);
    expect((await desk.type('webhook deliveries --limit 2')).said).toContain('--before delivered');
    expect((await desk.type('webhook deliveries --limit 2 --before delivered')).said).not.toContain(
      '--before',
    );
    expect((await desk.type('webhook deliveries --before none')).code).toBe(1);
    for (const odd of [
      '--event lost',
      '--state lost',
      '--limit 0',
      '--limit 1001',
      '--limit x',
      '--from soon',
      '--to 2026-13-01',
    ])
      expect((await desk.type(`webhook deliveries ${odd}`)).code, odd).toBe(2);
    expect((await desk.type('webhook deliveries')).said).toMatch(
      /undelivered +updated +4 +undelivered +3 +HTTP_503/,
    );
  });

  it('prints the start of the next page to the error output for programs', async () => {
    expect(await pageOf('--limit 2')).toEqual({
      ids: ['undelivered', 'delivered'],
      complained: '{"more":{"before":"delivered"}}\n',
    });
    expect((await pageOf('--limit 2 --before delivered')).complained).toBe('');
  });

  it('shows request, response and duration of each attempt', async () => {
    expect(await desk.ask('webhook delivery undelivered')).toMatchObject({
      eventId: 'event-undelivered',
      state: 'undelivered',
      url: 'https://shop.example/hooks',
      log: [
        {
          number: 9,
          startedAt: '2030-01-15T12:00:00.000Z',
          durationMs: 250,
          status: 503,
          error: 'HTTP_503',
          request,
          response: { headers: { server: 'nginx' }, bodyBytes: 3 },
        },
      ],
    });
    const { said } = await desk.type('webhook delivery undelivered');
    for (const part of [
      '250 ms: HTTP_503',
      'POST https://before.example/hooks',
      'webhook-id: event-undelivered',
      'server: nginx',
    ])
      expect(said).toContain(part);
    expect((await desk.type('webhook delivery none')).code).toBe(1);
  });

  it('shows why a delivery was given up that was never attempted', async () => {
    await desk.inData(({ main }) =>
      main
        .updateTable('webhook_deliveries')
        .set({ attempts: 0, last_status: null, last_error: 'NOT_CARRIED_OUT' })
        .where('id', '=', 'undelivered')
        .execute(),
    );
    expect((await desk.type('webhook deliveries')).said).toMatch(/undelivered +0 +NOT_CARRIED_OUT/);
    expect((await desk.type('webhook delivery undelivered')).said).toContain(
      'undelivered after 0 attempts (NOT_CARRIED_OUT)',
    );
    expect((await desk.type('webhook deliveries')).said).toMatch(/pending +0 +–/);
  });

  it('redelivers deliveries that arrived or were given up, under the same id', {
    tags: ['DHOOK-15'],
  }, async () => {
    const monthMs = 31 * 24 * 60 * 60 * 1000;
    desk.clock.time += monthMs;
    expect((await desk.type('webhook redeliver delivered')).complained).toContain('more than 30 days ago');
    desk.clock.time -= monthMs;
    for (const id of ['delivered', 'undelivered']) {
      expect(await desk.ask(`webhook redeliver ${id}`)).toEqual({ id });
      expect(await desk.ask(`webhook delivery ${id}`)).toMatchObject({
        state: 'pending',
        attempts: 0,
        eventId: `event-${id}`,
      });
      expect((await desk.type(`webhook redeliver ${id}`)).complained).toContain('already pending');
    }
    const jobs = await desk.inData(({ main }) => main.selectFrom('jobs').selectAll().execute());
    expect(jobs.map(({ subject_id, lane }) => [subject_id, lane])).toEqual([
      ['delivered', endpoint],
      ['undelivered', endpoint],
    ]);
    // Its endpoint is enabled, so the waiting event is being sent.
    expect((await desk.type('webhook redeliver held')).complained).toContain('already pending');
  });

  it('reports given-up deliveries that first arrived too long ago as not sent', async () => {
    await desk.inData(({ main }) =>
      main
        .updateTable('webhook_deliveries')
        .set({ first_delivered_at: desk.clock.time })
        .where('id', '=', 'undelivered')
        .execute(),
    );
    desk.clock.time += 31 * 24 * 60 * 60 * 1000;
    const { said } = await desk.type(`webhook replay ${endpoint}`);
    expect(said).toContain('again: 0. Not sent, because they first arrived more than 30 days ago: 1.');
    expect(await desk.ask(`webhook replay ${endpoint}`)).toEqual({
      id: endpoint,
      replayed: 0,
      tooOld: 1,
      disabled: false,
    });
  });

  it('reports that the rest was not sent if the endpoint is disabled during a replay', async () => {
    await desk.inData(async ({ main }) => {
      await main.updateTable('webhook_deliveries').set({ state: 'undelivered' }).execute();
      // Disables the endpoint as soon as the first event is being sent again.
      await sql`create trigger disable_endpoint after update of state on webhook_deliveries
        begin update webhook_endpoints set disabled_at = 1, disabled_reason = 'GONE'; end`.execute(main);
    });
    const { code, said } = await desk.type(`webhook replay ${endpoint}`);
    expect([code, said]).toEqual([
      1,
      `Events being sent again: 1. The endpoint was disabled meanwhile, so the other events were not sent. Run webhook resume ${endpoint}, then webhook replay again.\n`,
    ]);
    expect(await desk.ask('webhook list')).toMatchObject([{ undelivered: 3 }]);
  });

  it('refuses to redeliver to a disabled endpoint', async () => {
    const disabled = { disabled_at: 1, disabled_reason: 'GONE', failing_since: 1 };
    await desk.inData(({ main }) => main.updateTable('webhook_endpoints').set(disabled).execute());
    for (const id of ['delivered', 'held'])
      expect((await desk.type(`webhook redeliver ${id}`)).complained).toContain('webhook resume');
    expect(await desk.ask('webhook delivery delivered')).toMatchObject({ state: 'delivered' });
  });
});

describe('listen', () => {
  it('requires development, a local address to forward to, and a well-formed secret', async () => {
    const line = `listen --account ${account}`;
    expect((await desk.type(line)).complained).toContain('ALLOW_LOOPBACK=true');
    const variables = { ALLOW_LOOPBACK: 'true' };
    for (const odd of [
      '--forward http://shop.example/',
      '--forward localhost',
      '--forward ftp://localhost/',
      '--secret whsec_AAAA',
      '--secret x',
      '--event e',
    ])
      expect((await desk.type(`${line} ${odd}`, { variables })).code, odd).toBe(2);
    expect(await desk.ask('webhook list')).toEqual([]);
  });

  it('removes the endpoint of a killed run whose port now belongs to a program that never replies', async () => {
    const silent = createServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const variables = { ALLOW_LOOPBACK: 'true' };
    const { port } = silent.address() as AddressInfo;
    await desk.type(add(`http://127.0.0.1:${port}/orchestration-listen`), { variables });
    expect((await desk.type(`listen --account ${account}`, { variables })).code).toBe(0);
    silent.closeAllConnections();
    silent.close();
    expect(await desk.ask('webhook list')).toEqual([]);
  });

  it('removes its endpoint at the end, and those of killed runs', async () => {
    await desk.type(add('http://127.0.0.1:9/orchestration-listen'), {
      variables: { ALLOW_LOOPBACK: 'true' },
    });
    const kept = await desk.ask(add());
    const { code, said } = await desk.type(`listen --account ${account}`, {
      variables: { ALLOW_LOOPBACK: 'true' },
    });
    expect(code).toBe(0);
    expect(said).toMatch(
      /^Listening to finished, updated, sync of "Shop"[\s\S]*secret {2}whsec_[\s\S]*received: 0/,
    );
    expect(await desk.ask('webhook list')).toMatchObject([{ id: kept.id }]);
    const acts = await desk.inData(({ main }) =>
      main
        .selectFrom('audit_events')
        .select(['act', 'subject_id'])
        .where('act', 'like', 'endpoint.%')
        .orderBy('seq')
        .execute(),
    );
    expect(acts.map(({ act }) => act)).toEqual([
      'endpoint.add',
      'endpoint.add',
      'endpoint.remove',
      'endpoint.add',
      'endpoint.remove',
    ]);
    expect(acts[4]?.subject_id).toBe(acts[3]?.subject_id);
  });
});
