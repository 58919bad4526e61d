// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { call, setRequestToken } from './call.ts';

let sent: { url: string; init: RequestInit }[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Response.json({ data: {} });
  });
});
afterEach(() => {
  setRequestToken(null);
  vi.unstubAllGlobals();
});

describe('API call', () => {
  it('fills path and query of a call as the OpenAPI document names them', async () => {
    await call('GET', '/webhooks/{id}/deliveries', {
      path: { id: 'a/b' },
      query: { mode: 'test', after: 'x&y' },
    });
    expect(sent[0]?.url).toBe('/admin-api/v1/webhooks/a%2Fb/deliveries?mode=test&after=x%26y');
  });

  it('sends body and request token with a change', async () => {
    setRequestToken('token');
    await call('PATCH', '/person', { body: { name: 'N' } });
    const { method, body, headers } = sent[0]?.init ?? {};
    expect([method, body, new Headers(headers).get('x-request-token')]).toEqual([
      'PATCH',
      '{"name":"N"}',
      'token',
    ]);
  });

  it('derives the types of a call from the OpenAPI document', () => {
    // Only compiled, never run.
    const calls = () => [
      call('PATCH', '/person', { body: { name: 'N' } }),
      // @ts-expect-error: the document has no such path.
      call('GET', '/nothing'),
      // @ts-expect-error: there is no such method at this path.
      call('DELETE', '/people'),
      // @ts-expect-error: the body has no such member.
      call('PATCH', '/person', { body: { nickname: 'N' } }),
      // @ts-expect-error: a body is required.
      call('PATCH', '/person'),
      // @ts-expect-error: the parameter of the path is required.
      call('DELETE', '/keys/{id}'),
      // @ts-expect-error: the query takes one of two modes.
      call('GET', '/webhooks', { query: { mode: 'both' } }),
    ];
    expect(calls).toBeTypeOf('function');
    expectTypeOf(call<'PATCH', '/person'>).returns.resolves.toEqualTypeOf<{ name: string }>();
  });
});
