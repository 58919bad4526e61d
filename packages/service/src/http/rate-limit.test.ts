import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, Page } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { TokenBuckets } from './token-buckets.ts';

describe('token buckets', () => {
  const clock = { time: 0, now: () => clock.time };
  const buckets = new TokenBuckets({ perSecond: 2, burst: 4 }, clock);

  it('allow a burst, then so many a second, to each caller', () => {
    const take = (count: number) => Array.from({ length: count }, () => buckets.take('a').isAllowed);
    expect(take(5)).toEqual([true, true, true, true, false]);
    expect(buckets.take('b')).toEqual({ isAllowed: true, remaining: 3 });
    clock.time += 1000;
    expect(take(3)).toEqual([true, true, false]);
    clock.time += 60_000;
    expect(take(5)).toEqual([true, true, true, true, false]);
  });

  it('take nothing away when the clock is set back', () => {
    buckets.take('c');
    clock.time -= 30_000;
    expect(buckets.take('c')).toEqual({ isAllowed: true, remaining: 2 });
  });

  it('remember callers no longer than their buckets take to fill', () => {
    const many = new TokenBuckets({ perSecond: 2, burst: 4 }, clock);
    for (let caller = 0; caller < 20_000; caller++) {
      clock.time += 1;
      many.take(`caller ${caller}`);
    }
    // Two periods of 2 s, a caller each millisecond.
    expect(many.size).toBeLessThanOrEqual(4000);
  });

  it('forget nobody who still has something to wait for', () => {
    // Mostly at once, so that buckets run empty.
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

describe('the rate limit', () => {
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

  it('refuses a key that asks too often, whatever it asks, and says when to come back', async () => {
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

  it('notes when a key was last used, by requests that it was let in with alone', async () => {
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

  it('lets no key use up the limit of another, and an unknown key that of none', async () => {
    const [one, other] = [apiKey, await service.addApiKey(accountId, null)];
    for (let count = 0; count < 9; count++) await new Backend(service, one).read('none');
    expect((await new Backend(service, other).read('none')).headers.get('ratelimit')).toBe(
      '"default";r=3;t=0',
    );
    for (let count = 0; count < 9; count++) {
      expect((await new Backend(service, 'vo_live_unknown').read('none')).status).toBe(401);
    }
  });

  it('refuses a session that asks too often, so that its page can tell', async () => {
    const { data } = await new Backend(service, apiKey).start({ workflowId, inputs: { user_id: 'u' } });
    const page = new Page(service);
    await page.init(data.token);
    for (let count = 0; count < 4; count++) await page.state();
    const refused = await page.state();
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
    // A page of another origin reads no header that is not named: without it every page comes back at its own pace, and too early.
    const readable = refused.headers.get('access-control-expose-headers')?.split(', ');
    expect(readable).toEqual(
      expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id']),
    );
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });

  it('limits a session that only asks for its token to be exchanged, from whichever address', async () => {
    const { data } = await new Backend(service, apiKey).start({ workflowId, inputs: { user_id: 'u' } });
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await new Page(service).init(data.token)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('refuses an address that guesses tokens', async () => {
    const guess = (address: string) => {
      const env = { incoming: { socket: { remoteAddress: address } } };
      const headers = { 'content-type': 'text/plain' };
      const token = `default.${Math.random()}`;
      const body = JSON.stringify({ token, sdkVersion: '1', capabilities: [], nonce: 'n'.repeat(16) });
      return service.app.request('/orchestration-api/v1/client/init', { method: 'POST', headers, body }, env);
    };
    for (let count = 0; count < 4; count++) expect((await guess('203.0.113.7')).status).toBe(401);
    expect((await guess('203.0.113.7')).status).toBe(429);
    expect((await guess('203.0.113.8')).status).toBe(401);
    for (let count = 0; count < 4; count++) await guess(`2001:db8:0:1::${count}`);
    expect((await guess('2001:db8:0:1:ffff::')).status).toBe(429);
    expect((await guess('2001:db8:0:2::1')).status).toBe(401);
  });
});
