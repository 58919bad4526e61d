import { popupLeaveSchema, popupReportSchema } from '@vendor/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeClock } from '../../testing/fake-clock.ts';
import { createWindowClient } from './window-client.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const clock = fakeClock();
const { signal } = new AbortController();
const service = createWindowClient({ baseAddress: 'https://s', sessionKey: 'key', visit: 2, clock });
const answers = (data: unknown, status = 200) =>
  fetched.mockImplementationOnce(async () => new Response(JSON.stringify({ data }), { status }));
const sent = (call = 0) => {
  const [url, init] = fetched.mock.calls[call]!;
  return { url, ...init, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) };
};

test('polls until the popup is released', async () => {
  answers({ released: false });
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  answers({ released: true });
  const released = service.waitForRelease(signal);
  await clock.advance(10_000);
  await expect(released).resolves.toBeUndefined();
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(sent()).toMatchObject({
    url: 'https://s/orchestration-api/v1/client/popup/attendance?wait=25',
    headers: { authorization: 'Bearer key' },
  });
});

test('stops polling when the session was taken over', async () => {
  fetched.mockImplementationOnce(async () => new Response('{"code":"SESSION_TAKEN_OVER"}', { status: 409 }));
  await expect(service.waitForRelease(signal)).rejects.toMatchObject({ kind: 'taken-over' });
});

test('retries a report until it is stored', async () => {
  answers({}, 503);
  answers({});
  const said = { opened: true, started: false, ending: { kind: 'cancelled' }, closed: false } as const;
  const reported = service.report(said, signal);
  await clock.advance(10_000);
  await reported;
  expect(sent(1)).toMatchObject({ url: 'https://s/orchestration-api/v1/client/popup/report', body: said });
  expect(popupReportSchema.parse(sent(1).body)).toEqual(said);
});

test('reports leaving for this load of the popup, by a request that outlives it', () => {
  fetched.mockResolvedValue(new Response('{}'));
  service.leave();
  expect(sent()).toMatchObject({
    url: 'https://s/orchestration-api/v1/client/popup/leave',
    method: 'POST',
    keepalive: true,
  });
  expect(popupLeaveSchema.parse(sent().body)).toEqual({ visit: 2 });
});
