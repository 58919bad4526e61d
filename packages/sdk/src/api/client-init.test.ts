import { clientInitRequestSchema } from '@vendor/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { randomNonce } from '../start-nonces.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { initClient } from './client-init.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const problem = (status: number, code: string, headers = {}) =>
  new Response(JSON.stringify({ code, status }), { status, headers });

function init(members: Partial<Parameters<typeof initClient>[0]> = {}) {
  const clock = fakeClock();
  const done = initClient({
    baseAddress: 'https://verify.example',
    token: 'eu.token',
    startNonce: '0123456789abcdef',
    sdkVersion: '1.2.3',
    clock,
    signal: new AbortController().signal,
    ...members,
  });
  done.catch(() => {});
  return { clock, done };
}

test('exchanges the token by a simple request without cookies, as defined by the contract', {
  tags: ['S5-3', 'DSDK-65', 'DSDK-122', 'DSDK-137', 'DREQ-25'],
}, async () => {
  fetched.mockResolvedValue(new Response('{"data":{"sessionKey":"k"}}'));
  await expect(init().done).resolves.toEqual({ sessionKey: 'k' });
  const [address, sent] = fetched.mock.calls[0]!;
  expect(address).toBe('https://verify.example/orchestration-api/v1/client/init');
  expect(sent).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  // Any custom header would cost a CORS preflight; a text is sent as text/plain.
  expect(new Request(address as string, sent).headers.get('content-type')).toBe('text/plain;charset=UTF-8');
  expect(sent?.headers).toBeUndefined();
  expect(clientInitRequestSchema.parse(JSON.parse(String(sent?.body))).token).toBe('eu.token');
});

test.each([
  [0, 31],
  [255, 63],
])('sends a nonce that the contract accepts, even if all its bytes are %i', (byte, length) => {
  const drawn = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    (bytes as unknown as Uint8Array).fill(byte);
    return bytes;
  });
  const nonce = randomNonce();
  drawn.mockRestore();
  expect(nonce).toHaveLength(length);
  const sent = { sdkVersion: '1.2.3', capabilities: ['document'], nonce };
  expect(clientInitRequestSchema.safeParse(sent).success).toBe(true);
});

test.each([
  [401, 'UNAUTHORIZED', true, 'Failed to initialize client: 401 Unauthorized'],
  [403, 'FORBIDDEN', true, 'Failed to initialize client: 403 Forbidden'],
  [404, 'NOT_FOUND', false, 'Failed to initialize client: 404 Not Found'],
  [405, '', false, 'Failed to initialize client: 405 Method Not Allowed'],
  [410, '', false, 'Failed to initialize client: 410 Gone'],
  [413, '', false, 'Failed to initialize client: 413 Content Too Large'],
  [415, '', false, 'Failed to initialize client: 415 Unsupported Media Type'],
  [422, '', false, 'Failed to initialize client: 422 Unprocessable Content'],
])(
  'rejects at once for a %s',
  { tags: ['S7.4-3', 'DSDK-5', 'DSDK-6', 'DSDK-7'] },
  async (status, code, unauthorized, message) => {
    fetched.mockResolvedValue(problem(status, code));
    await expect(init().done).rejects.toMatchObject({ unauthorized, exception: new Error(message) });
    expect(fetched).toHaveBeenCalledTimes(1);
  },
);

test.each([
  ['the reason phrase of the connection', 'Not Here', 'Failed to initialize client: 404 Not Here'],
  ['the standard reason phrase if the connection has none', '', 'Failed to initialize client: 404 Not Found'],
])('rejects with %s', { tags: ['S7.4-3'] }, async (_, statusText, message) => {
  fetched.mockResolvedValue(new Response('{}', { status: 404, statusText }));
  await expect(init().done).rejects.toMatchObject({ exception: new Error(message) });
});

test.each([
  [429, 'Failed to initialize client: 429 Too Many Requests'],
  [503, 'Failed to initialize client: 503 Service Unavailable'],
])('tries a %s three times', { tags: ['S7.4-3', 'DSDK-8'] }, async (status, message) => {
  fetched.mockImplementation(async () => problem(status, ''));
  const { clock, done } = init();
  await clock.advance(8_000);
  await expect(done).rejects.toMatchObject({ unauthorized: false, exception: new Error(message) });
  expect(fetched).toHaveBeenCalledTimes(3);
});

test.each([
  ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'if requests throw in the page',
    () => {
      throw new ReferenceError('blocked');
    },
  ],
])('rejects with status 0 %s', { tags: ['DSDK-6'] }, async (_, fetchOfPage) => {
  fetched.mockImplementation(fetchOfPage);
  const { clock, done } = init();
  await clock.advance(8_000);
  await expect(done).rejects.toMatchObject({
    exception: new Error('Failed to initialize client: 0 Network Error'),
  });
});

test('waits as long as the service asks', async () => {
  fetched
    .mockResolvedValueOnce(problem(429, 'RATE_LIMITED', { 'retry-after': '3' }))
    .mockResolvedValueOnce(new Response('{"data":1}'));
  const { clock, done } = init();
  await clock.advance(3_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  // The random delay adds up to a tenth of the wait, and the usual first pause of at most 400 ms.
  await clock.advance(700);
  await expect(done).resolves.toBe(1);
});

test('returns an incomplete 2xx answer, for the guard to refuse', async () => {
  fetched.mockResolvedValue(new Response('<html>', { status: 200 }));
  await expect(init().done).resolves.toBeUndefined();
});

test.each(['two words', 'line\nbreak', 'ümlaut', '\ud800'])('sends the token %j unchanged', async (token) => {
  fetched.mockResolvedValue(problem(401, 'UNAUTHORIZED'));
  await expect(init({ token }).done).rejects.toMatchObject({ unauthorized: true });
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)).token).toBe(token);
});

test('ends when aborted', async () => {
  const abort = new AbortController();
  fetched.mockImplementation(
    (_address, sent) =>
      new Promise((_resolve, reject) =>
        sent?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
  );
  const { done } = init({ signal: abort.signal });
  abort.abort();
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
});
