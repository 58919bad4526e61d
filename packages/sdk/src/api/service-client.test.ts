import { submitRequestSchema } from '@vendor/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientState } from '../testing/client-state.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { createServiceClient, importUpload } from './service-client.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () => new Response(JSON.stringify({ data: clientState() })));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('./explain-failure.ts');
  vi.doUnmock('./uploads/send-smaller.ts');
});

const clock = fakeClock();
const service = createServiceClient({ baseAddress: 'https://s', sessionKey: 'key', clock });
const { signal } = new AbortController();
const sent = (call = 0) => {
  const [address, init] = fetched.mock.calls[call]!;
  return { address, ...init, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) };
};

test('sends the begin with the session key', async () => {
  await expect(service.begin({ signal })).resolves.toEqual(clientState());
  expect(sent()).toMatchObject({
    address: 'https://s/orchestration-api/v1/client/begin',
    method: 'POST',
    headers: { authorization: 'Bearer key' },
  });
});

test('requests more time, and retries while the service cannot be reached', async () => {
  const asked = fakeClock();
  const client = createServiceClient({ baseAddress: 'https://s', sessionKey: 'key', clock: asked });
  const onConnection = vi.fn();
  const lost = new TypeError('Failed to fetch');
  fetched.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
  const answer = client.extend({ signal, onConnection });
  // The pause before the retry, beside the time-out of the code that explains the failure.
  await vi.waitFor(() => expect(asked.sleeping()).toBe(2));
  await asked.advance(400);
  await expect(answer).resolves.toEqual(clientState());
  expect(sent(2)).toMatchObject({
    address: 'https://s/orchestration-api/v1/client/extend',
    method: 'POST',
    headers: { authorization: 'Bearer key' },
  });
  expect(onConnection.mock.calls).toEqual([[true], [false]]);
});

test('submits an attempt as defined by the contract', async () => {
  const submission = { documentType: 'PASSPORT', captures: { front: 'a'.repeat(43) } } as const;
  await service.submit({ stepId: 'a/b', attempt: 2 }, submission, { signal });
  expect(sent().address).toBe('https://s/orchestration-api/v1/client/steps/a%2Fb/attempts/2/submit');
  expect(submitRequestSchema.parse(sent().body)).toEqual(submission);
});

test.each(['DIGEST_MISMATCH', 'CAPTURE_MISSING', 'INVALID_REQUEST_BODY'])(
  'does not retry a submission refused as %s, because the service lacks its captures',
  async (code) => {
    fetched.mockImplementation(async () => new Response(JSON.stringify({ code }), { status: 400 }));
    const attempt = { stepId: 'document', attempt: 1 };
    const submitted = service.submit(attempt, { captures: { front: 'a'.repeat(43) } }, { signal });
    await expect(submitted).rejects.toMatchObject({ kind: 'out-of-step' });
    expect(fetched).toHaveBeenCalledTimes(1);
  },
);

test('polls once, and leaves retries to the caller', async () => {
  await service.state(7, 25, signal);
  expect(sent().address).toBe('https://s/orchestration-api/v1/client/state?after=7&wait=25');
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(service.state(7, 25, signal)).rejects.toMatchObject({ kind: 'unavailable', status: 0 });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('rejects an answer that is not a state as unexpected', async () => {
  fetched.mockResolvedValue(new Response('{"data":{"seq":"one"}}'));
  await expect(service.begin({ signal })).rejects.toMatchObject({ kind: 'unexpected' });
});

test('includes the session key in no address', { tags: ['DREQ-80'] }, async () => {
  const attempt = { stepId: 'document', attempt: 1 };
  const submission = { documentType: 'PASSPORT', captures: { front: 'a'.repeat(43) } } as const;
  await service.begin({ signal });
  await service.state(0, 25, signal);
  await service.submit(attempt, submission, { signal });
  service.leave();
  service.cancel();
  expect(fetched).toHaveBeenCalledTimes(5);
  for (const [address, init] of fetched.mock.calls) {
    expect(init?.headers).toMatchObject({ authorization: 'Bearer key' });
    expect(String(address)).not.toContain('key');
  }
});

test('sends farewells that outlive the page and never fail', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  service.leave();
  service.cancel();
  await Promise.resolve();
  expect([sent(0), sent(1)]).toMatchObject([
    { address: 'https://s/orchestration-api/v1/client/leave', keepalive: true },
    { address: 'https://s/orchestration-api/v1/client/cancel', keepalive: true },
  ]);
});

test('reports missing code for smaller pictures before a picture is taken', async () => {
  vi.doMock('./uploads/send-smaller.ts', () => Promise.reject(new Error('offline')));
  await expect(importUpload()).rejects.toThrow();
  vi.doUnmock('./uploads/send-smaller.ts');
  await expect(importUpload()).resolves.toMatchObject({ sendSmaller: expect.any(Function) });
});

describe('while the code that explains failures never arrives', () => {
  /** Fails the first call, and waits for the time-out of that code. */
  async function askFailing(failing: () => Promise<Response>) {
    vi.resetModules();
    vi.doMock('./explain-failure.ts', () => new Promise(() => {}));
    const { createServiceClient: createClient } = await import('./service-client.ts');
    const clock = fakeClock();
    fetched.mockImplementationOnce(failing);
    const answer = createClient({ baseAddress: 'https://s', sessionKey: 'key', clock }).extend({ signal });
    answer.catch(() => {});
    await clock.advance(19_999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    await clock.advance(400);
    return answer;
  }

  test('retries a lost request', async () => {
    const answer = askFailing(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(answer).resolves.toEqual(clientState());
  });

  test('reports a final failure', async () => {
    const answer = askFailing(async () => new Response('{}', { status: 401 }));
    await expect(answer).rejects.toMatchObject({ kind: 'unauthorized' });
  });
});
