import { vi } from 'vitest';
import { stubDialogs } from './stub-dialogs.ts';

interface StubCall {
  readonly name: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type StubReply = (body: unknown, query: URLSearchParams) => unknown;

/**
 * Stubs `fetch` and replies to calls of the panel by method and path, such as `GET keys`, until `vi.unstubAllGlobals`. Other
 * calls get 404.
 *
 * @param replies - returns `data` of each reply; a `Response` is returned unchanged.
 */
export function stubService(replies: Record<string, StubReply>) {
  const calls: StubCall[] = [];
  const refuse = (status: number, code: string, detail = '', more: object = {}) =>
    Response.json({ code, status, detail, requestId: 'r', ...more }, { status });
  stubDialogs();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const [path, search] = url.replace('/admin-api/v1/', '').split('?');
    const name = `${init.method} ${path}`;
    const query = new URLSearchParams(search);
    const body = init.body ? JSON.parse(String(init.body)) : null;
    calls.push({ name, query, body });
    const reply = replies[name];
    if (!reply) return refuse(404, 'NOT_FOUND', 'There is no such thing.');
    const data = await reply(body, query);
    return data instanceof Response ? data : Response.json({ data });
  });
  return {
    replies,
    calls,
    refuse,
    /** Body of the last call with this name. */
    bodyOf: (name: string) => calls.findLast((call) => call.name === name)?.body,
  };
}
