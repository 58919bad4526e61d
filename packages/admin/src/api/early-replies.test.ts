// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubService } from '../testing/stub-service.ts';
import { call } from './call.ts';
import { dropEarlyReplies, requestEarly } from './early-replies.ts';

let service: ReturnType<typeof stubService>;
let answers: number;

const list = (mode: 'live' | 'test') => call('GET', '/executions', { query: { mode } });

beforeEach(() => {
  answers = 0;
  service = stubService({ 'GET executions': () => ({ answer: ++answers }) });
});
afterEach(() => {
  dropEarlyReplies();
  vi.unstubAllGlobals();
});

describe('early replies', () => {
  it('returns an early reply to the first call of its path only', async () => {
    requestEarly('executions?mode=live');
    expect(await list('live')).toEqual({ answer: 1 });
    expect(service.calls).toHaveLength(1);
    expect(await list('live')).toEqual({ answer: 2 });
  });

  it('drops an early reply at the first call of its resource with another query', async () => {
    requestEarly('executions?mode=live');
    expect(await list('test')).toEqual({ answer: 2 });
    expect(await list('live')).toEqual({ answer: 3 });
  });

  it('ignores early replies in a call that changes something', async () => {
    service.replies['POST workflows'] = () => ({ answer: 'created' });
    requestEarly('workflows');
    const body = { name: 'W', definition: {} };
    expect(await call('POST', '/workflows', { body })).toEqual({ answer: 'created' });
  });

  it('rejects the call if the early request failed', async () => {
    service.replies['GET executions'] = () => service.refuse(403, 'FORBIDDEN');
    requestEarly('executions');
    await expect(call('GET', '/executions')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    requestEarly('executions');
    await expect(call('GET', '/executions')).rejects.toMatchObject({ code: 'OFFLINE' });
  });

  it('rejects a caller that has aborted, despite an early reply', async () => {
    requestEarly('executions');
    const ending = new AbortController();
    const called = call('GET', '/executions', { signal: ending.signal });
    ending.abort();
    await expect(called).rejects.toMatchObject({ name: 'AbortError' });
  });
});
