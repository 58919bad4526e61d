import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backend, documentWorkflow, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { TokenBuckets } from './token-buckets.ts';

describe('token buckets', () => {
  const clock = { time: 0, now: () => clock.time };
  const buckets = new TokenBuckets({ perSecond: 2, burst: 4 }, clock);

  it('allows each caller a burst, then a fixed number of requests per second', { tags: ['DREQ-74'] }, () => {
    const take = (count: number) => Array.from({ length: count }, () => buckets.take('a').isAllowed);
    expect(take(5)).toEqual([true, true, true, true, false]);
    expect(buckets.take('b')).toEqual({ isAllowed: true, remaining: 3 });
    clock.time += 1000;
    expect(take(3)).toEqual([true, true, false]);
    clock.time += 60_000;
    expect(take(5)).toEqual([true, true, true, true, false]);
  });

  it('takes no tokens away when the clock is set back', () => {
    buckets.take('c');
    clock.time -= 30_000;
    expect(buckets.take('c')).toEqual({ isAllowed: true, remaining: 2 });
  });

  it('remembers callers no longer than their buckets take to fill', () => {
    const many = new TokenBuckets({ perSecond: 2, burst: 4 }, clock);
    for (let caller = 0; caller < 20_000; caller++) {
      clock.time += 1;
      many.take(`caller ${caller}`);
    }
    // Two periods of 2 s, with one caller per millisecond.
    expect(many.size).toBeLessThanOrEqual(4000);
  });

  it('limits the number of buckets, and keeps those used last', () => {
    const many = new TokenBuckets({ perSecond: 2, burst: 4 }, clock, 100);
    for (let count = 0; count < 3; count++) many.take('busy');
    for (let caller = 0; caller < 1000; caller++) {
      many.take(`caller ${caller}`);
      expect(many.size).toBeLessThanOrEqual(100);
      if (caller === 40) expect(many.take('busy')).toEqual({ isAllowed: true, remaining: 0 });
      if (caller > 40 && caller % 40 === 0) expect(many.take('busy').isAllowed).toBe(false);
    }
  });

  it('forgets no caller whose bucket is not full', { tags: ['DREQ-74'] }, () => {
    // Mostly without a pause, so that buckets become empty.
    const laterMs = fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 1500 }) },
    );
    const calls = fc.array(fc.tuple(fc.constantFrom('a', 'b'), laterMs), { maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(calls, (sequence) => {
        const limited = new TokenBuckets({ perSecond: 2, burst: 4 }, clock);
        const left = new Map<string, { tokens: number; at: number }>();
        for (const [caller, laterMs] of sequence) {
          clock.time += laterMs;
          const kept = left.get(caller) ?? { tokens: 4, at: clock.time };
          const tokens = Math.min(4, kept.tokens + (2 * (clock.time - kept.at)) / 1000);
          const isAllowed = tokens >= 1;
          left.set(caller, { tokens: isAllowed ? tokens - 1 : tokens, at: clock.time });
          expect(limited.take(caller).isAllowed).toBe(isAllowed);
        }
      }),
    );
  });
});

describe('rate limit', () => {
  let service: InProcessService;
  let apiKey: string;
  let accountId: string;
  let workflowId: string;
  beforeAll(async () => {
    service = await InProcessService.open({ perSecond: 2, burst: 4 });
    ({ id: accountId, apiKey } = await service.addAccount('A shop'));
    workflowId = await service.addWorkflow(accountId, documentWorkflow);
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.clock.time += 60_000;
  });

  it('refuses every request of a key over its limit, with the time to wait', {
    tags: ['S7-7', 'S7-14', 'S7-18', 'S7-27', 'S8-6', 'DREQ-1', 'DREQ-24', 'DREQ-75', 'DREQ-76', 'DREQ-77'],
  }, async () => {
    const backend = new Backend(service, apiKey);
    for (let count = 0; count < 4; count++) expect((await backend.read('none')).status).toBe(404);
    const refused = await backend.start('{not json');
    expect([refused.status, refused.problem.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"default";q=4;w=2',
      ratelimit: '"default";r=0;t=1',
    });
    const read = await backend.read('none');
    expect([read.status, read.problem.code]).toEqual([429, 'RATE_LIMITED']);
    const linked = await backend.link('{not json');
    expect([linked.status, linked.problem.code]).toEqual([429, 'RATE_LIMITED']);
    const decided = await backend.decide('none', '{not json');
    expect([decided.status, decided.problem.code]).toEqual([429, 'RATE_LIMITED']);
    service.clock.time += 1000;
    expect((await backend.start({ workflowId, inputs: { user_id: 'u' } })).status).toBe(200);
  });

  it('records the last use of a key only for admitted requests', async () => {
    const [used, idle] = [await service.addApiKey(accountId, null), await service.addApiKey(accountId, null)];
    const lastUsed = async (key: string) => {
      const rows = await service.database.main
        .selectFrom('api_keys')
        .select(['id', 'last_used_at'])
        .execute();
      return rows.find(({ id }) => key.includes(id))?.last_used_at;
    };
    expect((await new Backend(service, `${idle.slice(0, -1)}_`).read('none')).status).toBe(401);
    expect((await new Backend(service, used).read('none')).status).toBe(404);
    await expect.poll(() => lastUsed(used)).toBe(service.clock.time);
    expect(await lastUsed(idle)).toBeNull();
  });

  it('counts each key separately, and wrong keys by their address', {
    tags: ['DREQ-1', 'DREQ-24'],
  }, async () => {
    const [one, other] = [apiKey, await service.addApiKey(accountId, null)];
    for (let count = 0; count < 9; count++) await new Backend(service, one).read('none');
    expect((await new Backend(service, other).read('none')).headers.get('ratelimit')).toBe(
      '"default";r=3;t=0',
    );
    const wrong = await Promise.all(
      Array.from({ length: 9 }, () => new Backend(service, 'vo_live_unknown').read('none')),
    );
    // All come from the same address, so that keys cannot be guessed at full speed.
    expect(wrong.map(({ status }) => status)).toEqual([...Array(4).fill(401), ...Array(5).fill(429)]);
    expect((await new Backend(service, other).read('none')).status).toBe(404);
  });

  it('refuses a session over its limit, with headers that its page can read', {
    tags: ['DREQ-48'],
  }, async () => {
    const { data } = await new Backend(service, apiKey).start({ workflowId, inputs: { user_id: 'u' } });
    const page = new Page(service);
    await page.init(data.token);
    for (let count = 0; count < 4; count++) await page.state();
    const refused = await page.state();
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
    // A page of another origin can only read exposed headers. Without them, it would retry at its own pace, and too early.
    const readable = refused.headers.get('access-control-expose-headers')?.split(', ');
    expect(readable).toEqual(
      expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id']),
    );
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });

  it('limits the exchanges of one session token, from any address', async () => {
    const { data } = await new Backend(service, apiKey).start({ workflowId, inputs: { user_id: 'u' } });
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await new Page(service).init(data.token)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  describe('rate limit by address', () => {
    const address = '203.0.113.7';
    const nonce = 'n'.repeat(16);

    /** Sends a request of the client API from an address, with the secret as bearer. */
    async function send(path: string, secret: string | null, from = address, init: RequestInit = {}) {
      const { status, headers } = await service.app.request(
        `/orchestration-api/v1/client/${path}`,
        { ...init, headers: { ...(secret && { authorization: `Bearer ${secret}` }), ...init.headers } },
        { incoming: { socket: { remoteAddress: from } } },
      );
      return { status, policy: headers.get('ratelimit-policy') ?? '', left: headers.get('ratelimit') };
    }
    const post = (body: object = {}): RequestInit => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    /** Sends the token in a body that needs no preflight, as the SDK does. */
    const init = (token: unknown, from = address) =>
      send('init', null, from, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: JSON.stringify({ token, sdkVersion: '1', capabilities: ['document'], nonce }),
      });
    const state = (secret: string | null, from = address) => send('state', secret, from);
    const repeat = async (times: number, call: () => Promise<{ status: number }>) => {
      const statuses: number[] = [];
      for (let count = 0; count < times; count++) statuses.push((await call()).status);
      return statuses;
    };
    const startOf = async () =>
      (await new Backend(service, apiKey).start({ workflowId, inputs: { user_id: 'u' } })).data;
    /** Makes a session whose limit has recovered since its start. */
    async function session() {
      const page = new Page(service);
      await page.init((await startOf()).token);
      service.clock.time += 60_000;
      return page;
    }
    const guessedSecret = () => randomBytes(32).toString('base64url');

    it('allows an address eight times the limit of a session, not counting refused requests', {
      tags: ['DREQ-78'],
    }, async () => {
      const pages = [];
      for (let count = 0; count < 9; count++) pages.push(await session());
      const [hammering, ...neighbours] = pages.map(({ sessionKey }) => sessionKey);
      const hammered = await repeat(40, () => state(hammering as string));
      expect(hammered).toEqual([...Array(4).fill(200), ...Array(36).fill(429)]);
      for (const neighbour of neighbours.slice(0, 7))
        expect(await repeat(4, () => state(neighbour))).toEqual([200, 200, 200, 200]);
      const last = neighbours[7] as string;
      expect(await state(last)).toMatchObject({
        status: 429,
        policy: '"address";q=32;w=2',
        left: '"address";r=0;t=1',
      });
      expect(await state(last, '203.0.113.8')).toMatchObject({
        status: 200,
        policy: '"default";q=4;w=2',
        left: '"default";r=3;t=0',
      });
    });

    it('counts all keys of a session that was started several times together', async () => {
      const { token } = await startOf();
      const keys: string[] = [];
      for (const letter of 'abc') {
        const page = new Page(service);
        await page.init(token, letter.repeat(16));
        keys.push(page.sessionKey);
      }
      service.clock.time += 60_000;
      const statuses = [];
      for (const key of keys) statuses.push(...(await repeat(2, () => state(key))));
      expect(statuses).toEqual([409, 409, 409, 409, 429, 429]);
    });

    it.each<[string, () => Promise<{ status: number }>]>([
      ['a token in the body', () => init(`default.${guessedSecret()}`)],
      ['a body without a token', () => init(undefined)],
      ['a body that is not JSON', () => send('init', null, address, { method: 'POST', body: '{' })],
      ['a token', () => send('init', `default.${guessedSecret()}`, address, post())],
      ['a ticket of a popup or a secret of a phone', () => send('init', guessedSecret(), address, post())],
      [
        'the secret of a phone, for its invitation',
        () => send('handoff/invitation', guessedSecret(), address, post({ nonce })),
      ],
      ['the secret of a link', () => send('link', guessedSecret(), address, post())],
      ['a session key', () => state(`${'a'.repeat(22)}.1.${guessedSecret()}`)],
      [
        'a session key, for an upload',
        () =>
          send('steps/document/attempts/1/captures/front', guessedSecret(), address, {
            method: 'PUT',
            body: 'x',
          }),
      ],
      ['no key at all', () => state(null)],
    ])(
      'limits guesses without affecting valid secrets at the same address: %s',
      { tags: ['DREQ-78'] },
      async (_, guess) => {
        const [{ sessionKey }, { token }] = [await session(), await startOf()];
        const statuses = await repeat(20, guess);
        expect(statuses).toEqual([...Array(4).fill(401), ...Array(16).fill(429)]);
        expect((await state(sessionKey)).status).toBe(200);
        expect((await init(token)).status).toBe(200);
        expect((await guess()).status).toBe(429);
        expect((await state('x', '203.0.113.8')).status).toBe(401);
        service.clock.time += 1000;
        expect(await repeat(2, guess)).toEqual([401, 429]);
      },
    );

    it('stores no guessed secret', async () => {
      const taken = vi.spyOn(TokenBuckets.prototype, 'take');
      await repeat(20, () => state(guessedSecret()));
      await repeat(20, () => init(guessedSecret()));
      expect(new Set(taken.mock.calls.map(([caller]) => caller))).toEqual(new Set([`secret ${address}`]));
      taken.mockRestore();
    });

    it('counts guesses of an IPv6 subscriber together', async () => {
      for (let count = 0; count < 4; count++) await init('x', `2001:db8:0:1::${count}`);
      expect((await init('x', '2001:db8:0:1:ffff::')).status).toBe(429);
      expect((await init('x', '2001:db8:0:2::1')).status).toBe(401);
    });

    it('counts requests against the proxy if it names no client address', async () => {
      const headers = { 'x-forwarded-for': 'unknown' };
      const guess = () => send('state', 'x', '127.0.0.1', { headers });
      expect(await repeat(5, guess)).toEqual([401, 401, 401, 401, 429]);
    });

    it.each([
      ['pings', 'ping'],
      ['requests to unknown paths', 'nothing'],
    ])('limits %s separately from sessions', async (_, path) => {
      const { sessionKey } = await session();
      const status = path === 'ping' ? 200 : 404;
      expect(await repeat(20, () => send(path, null))).toEqual([
        ...Array(4).fill(status),
        ...Array(16).fill(429),
      ]);
      expect((await state(sessionKey)).status).toBe(200);
    });

    it('answers a refused guess as problem details that pages can read', async () => {
      await repeat(4, () => init('x'));
      const refused = await service.app.request(
        '/orchestration-api/v1/client/state',
        {},
        { incoming: { socket: { remoteAddress: address } } },
      );
      expect(refused.status).toBe(429);
      expect(Object.fromEntries(refused.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'content-type': 'application/problem+json',
        'retry-after': '1',
        'ratelimit-policy': '"guess";q=4;w=4',
        ratelimit: '"guess";r=0;t=1',
      });
      expect(refused.headers.get('www-authenticate')).toBeNull();
      expect(await refused.json()).toMatchObject({
        code: 'RATE_LIMITED',
        requestId: refused.headers.get('x-request-id'),
      });
    });
  });

  it('admits a valid key while wrong keys from its address are refused', async () => {
    const read = async (key: string) => {
      const { status } = await service.app.request(
        '/orchestration-api/v1/workflow-execution/none',
        { headers: { 'x-api-key': key } },
        { incoming: { socket: { remoteAddress: '203.0.113.9' } } },
      );
      return status;
    };
    const wrong = [];
    for (let count = 0; count < 20; count++) wrong.push(await read(`${apiKey.slice(0, -1)}_`));
    expect(wrong).toEqual([...Array(4).fill(401), ...Array(16).fill(429)]);
    expect(await read(apiKey)).toBe(404);
    expect(await read('')).toBe(429);
  });
});
