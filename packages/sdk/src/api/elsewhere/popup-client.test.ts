import { popupRequestSchema, popupStateSchema } from '@vendor/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeClock, settle } from '../../testing/fake-clock.ts';
import { unseen } from '../../testing/fake-popup.ts';
import { createPopupClient } from './popup-client.ts';
import { isPopupState, isWindowAddress } from './popup-guards.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const clock = fakeClock();
const { signal } = new AbortController();
const service = createPopupClient({ baseAddress: 'https://s', sessionKey: 'key', clock });
const address = `https://s/popup#${'t'.repeat(43)}`;
const answers = (data: unknown, status = 200) =>
  fetched.mockImplementationOnce(async () => new Response(JSON.stringify({ data }), { status }));
const sent = (call = 0) => {
  const [url, init] = fetched.mock.calls[call]!;
  return { url, ...init, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) };
};

test('requests a popup with the session key and the look of the page', async () => {
  answers({ url: address });
  const look = { language: 'de', theme: { fontWeight: 500 }, messages: { title: 'Hallo' } };
  await expect(service.open(look, signal)).resolves.toBe(address);
  expect(sent()).toMatchObject({
    url: 'https://s/orchestration-api/v1/client/popup',
    method: 'POST',
    headers: { authorization: 'Bearer key' },
    body: { look },
  });
  expect(popupRequestSchema.safeParse(sent().body).success).toBe(true);
});

test.each([400, 413])(
  'leaves out a look that the service refuses with %d, with a warning',
  async (status) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    answers({}, status);
    answers({ url: address });
    await expect(service.open({ language: 'de', theme: {} }, signal)).resolves.toBe(address);
    expect(sent(1).body).toEqual({ look: { language: 'de' } });
    expect(warn).toHaveBeenCalledTimes(1);
  },
);

test("accepts only addresses of a service's popup page", async () => {
  for (const url of [
    undefined,
    7,
    'javascript:alert(1)',
    '//s/popup#x',
    `https://s/popup#${'t'.repeat(42)}`,
    `https://s/elsewhere#${'t'.repeat(43)}`,
    `https://s/popup#${'t'.repeat(43)}\n`,
    `data:text/html,/popup#${'t'.repeat(43)}`,
  ]) {
    expect(isWindowAddress(url)).toBe(false);
  }
  expect(isWindowAddress(`http://localhost:4000/popup#${'A-_9'.repeat(10)}abc`)).toBe(true);
  answers({ url: 'javascript:alert(1)' });
  await expect(service.open({}, signal)).rejects.toMatchObject({ kind: 'unexpected' });
});

test('polls again until there is news', async () => {
  answers({ ...unseen, seq: 3 });
  answers({ ...unseen, seq: 3 });
  answers({ ...unseen, seq: 4, opened: true });
  const news = service.news(3, signal);
  await clock.advance(2_000);
  await expect(news).resolves.toMatchObject({ seq: 4, opened: true });
  expect(sent().url).toBe('https://s/orchestration-api/v1/client/popup?after=3&wait=25');
});

test('reports a closed popup, whatever was known before', async () => {
  answers({ ...unseen, seq: 3, closed: true });
  await expect(service.news(3, signal)).resolves.toMatchObject({ closed: true });
});

test('continues polling after a lost network and invalid answers', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetched.mockImplementationOnce(async () => new Response('<html>', { status: 502 }));
  answers({ seq: 'one' });
  answers({ ...unseen, seq: 1 });
  const news = service.news(0, signal);
  await clock.advance(60_000);
  await expect(news).resolves.toMatchObject({ seq: 1 });
});

test.each([
  [401, 'unauthorized'],
  [409, 'taken-over'],
])('gives up on %d', async (status, kind) => {
  const code = status === 409 ? 'SESSION_TAKEN_OVER' : 'UNAUTHORIZED';
  fetched.mockImplementationOnce(async () => new Response(JSON.stringify({ code }), { status }));
  await expect(service.news(0, signal)).rejects.toMatchObject({ kind });
});

test('ends with the signal, also during a pause', async () => {
  const abort = new AbortController();
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  const news = service.news(0, abort.signal);
  news.catch(() => {});
  await settle();
  abort.abort();
  await expect(news).rejects.toMatchObject({ kind: 'unavailable' });
  const calls = fetched.mock.calls.length;
  await clock.advance(60_000);
  expect(fetched).toHaveBeenCalledTimes(calls);
});

test('sends a release that outlives the page', () => {
  answers({});
  void service.release();
  expect(sent()).toMatchObject({
    url: 'https://s/orchestration-api/v1/client/popup/release',
    method: 'POST',
    keepalive: true,
    headers: { authorization: 'Bearer key' },
  });
});

test('retries a release until the service itself has answered', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetched.mockImplementationOnce(async () => new Response('<html>Sign in to this network</html>'));
  answers({});
  const released = service.release();
  await clock.advance(60_000);
  await released;
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(sent(2)).toMatchObject({ method: 'POST', keepalive: true });
});

test.each([401, 409])(
  'sends a release once if its session is over (%d), without rejecting',
  async (status) => {
    const code = status === 409 ? 'SESSION_TAKEN_OVER' : 'UNAUTHORIZED';
    fetched.mockImplementation(async () => new Response(JSON.stringify({ code }), { status }));
    const released = service.release();
    await clock.advance(60_000);
    await expect(released).resolves.toBeUndefined();
    expect(fetched).toHaveBeenCalledTimes(1);
  },
);

test('accepts every state with odd members exactly if the schema does', () => {
  const odd = fc.oneof(
    fc.constantFrom(null, undefined, true, false, -1, 0, 1, 1.5, '', 'x'),
    fc.constantFrom<unknown>(
      { kind: 'completed', status: 'success' },
      { kind: 'completed', status: 'perhaps' },
      { kind: 'completed' },
      { kind: 'cancelled' },
      { kind: 'error', code: 'error_code_6' },
      { kind: 'error', code: 'error_code_2' },
      { kind: 'left' },
      {},
    ),
  );
  const member = fc.constantFrom('seq', 'opened', 'started', 'ending', 'closed');
  fc.assert(
    fc.property(member, odd, (name, value) => {
      const state = { ...unseen, [name]: value };
      expect(isPopupState(state)).toBe(popupStateSchema.safeParse(state).success);
    }),
    { numRuns: 500 },
  );
  for (const none of [null, undefined, 1, 'x', []]) expect(isPopupState(none)).toBe(false);
});
