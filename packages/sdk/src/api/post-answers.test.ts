import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientState } from '../testing/client-state.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { createServiceClient } from './service-client.ts';
// Imported here so that they are loaded before answers are sent, or fail.
import './explain-failure.ts';
import './post-answers.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  clock = fakeClock();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

/** Result of the tiny request that shows whether the service can be reached. */
const noAnswer = new TypeError('Failed to fetch');
const answers = { email: 'ada@example.com' };
let clock = fakeClock();
function send(signal = new AbortController().signal) {
  const client = createServiceClient({ baseAddress: 'https://s', sessionKey: 'key', clock });
  const sent = client.answer({ stepId: 'a b', attempt: 1 }, answers, { signal });
  sent.catch(() => {});
  return sent;
}
const refusal = (...pointers: unknown[]) =>
  new Response(
    JSON.stringify({ code: 'INVALID_REQUEST_BODY', errors: pointers.map((pointer) => ({ pointer })) }),
    {
      status: 400,
    },
  );

it('sends only the answers, without cookies and referrer', async () => {
  fetched.mockResolvedValue(new Response(JSON.stringify({ data: clientState({ seq: 4 }) })));
  await expect(send()).resolves.toMatchObject({ seq: 4 });
  const [address, request] = fetched.mock.calls[0]!;
  expect(address).toBe('https://s/orchestration-api/v1/client/steps/a%20b/attempts/1/answers');
  expect(request).toMatchObject({ method: 'POST', credentials: 'omit', referrerPolicy: 'no-referrer' });
  expect(JSON.parse(String(request?.body))).toEqual({ answers });
});

it('names the rejected fields, and nothing else', async () => {
  fetched.mockResolvedValue(refusal('/answers/email', '/answers/a~1b', '/answers', 7, undefined));
  await expect(send()).rejects.toMatchObject({ status: 400, fields: ['email'] });
  expect(fetched).toHaveBeenCalledTimes(1);
});

it.each([
  ['a refusal that names no field', () => refusal('/'), 'unexpected'],
  ['a refusal of a step', () => new Response('{"code":"STEP_NOT_AWAITED"}', { status: 409 }), 'out-of-step'],
  ['a refusal of the session', () => new Response('{}', { status: 401 }), 'unauthorized'],
  ['a 2xx answer that is not JSON', () => new Response('<html>'), 'unexpected'],
] as const)('rejects like other calls after %s', async (_, answer, kind) => {
  fetched.mockImplementation(async () => answer());
  await expect(send()).rejects.toMatchObject({ kind });
});

it('retries when no answer arrives', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(noAnswer);
  fetched.mockResolvedValueOnce(new Response(JSON.stringify({ data: clientState() })));
  const sent = send();
  // The pause before the retry, beside the time-out of the code that explains the failure.
  await vi.waitFor(() => expect(clock.sleeping()).toBe(2));
  await clock.advance(10_000);
  await expect(sent).resolves.toMatchObject({ seq: 1 });
});

it('retries when the answer breaks off', async () => {
  const torn = new Response('{"data":');
  vi.spyOn(torn, 'json').mockRejectedValue(new TypeError('terminated'));
  fetched.mockResolvedValueOnce(torn).mockRejectedValueOnce(noAnswer);
  fetched.mockResolvedValueOnce(new Response(JSON.stringify({ data: clientState() })));
  const sent = send();
  // The pause before the retry, beside the time-out of the code that explains the failure.
  await vi.waitFor(() => expect(clock.sleeping()).toBe(2));
  await clock.advance(10_000);
  await expect(sent).resolves.toMatchObject({ seq: 1 });
});
