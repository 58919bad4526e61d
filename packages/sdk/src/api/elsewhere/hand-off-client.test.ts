import { handOffOfferSchema, handOffReturnSchema } from '@vendor/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientState } from '../../testing/client-state.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { createHandOffClient } from './hand-off-client.ts';
import { isHandOffOffer, isHandOffReturn } from './hand-off-guards.ts';
import { askInvitation } from './invitation-client.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  fetched.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();
const baseAddress = 'https://verify.example';
const url = `${baseAddress}/orchestration-api/v1/client/handoff`;
const offer = {
  url: `${baseAddress}/phone#${'s'.repeat(43)}`,
  pairingCode: '0815',
  expiresAt: '2030-01-01T00:00:00.000Z',
  timeLeftMs: 600_000,
};
const client = () => createHandOffClient({ baseAddress, sessionKey: 'key', clock: fakeClock() });
const answer = (status: number, data: unknown) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(status === 200 ? { data } : data), { status }));
const sent = (call = 0) => {
  const [address, init] = fetched.mock.calls[call] ?? [];
  return {
    address,
    method: init?.method,
    body: JSON.parse(String(init?.body ?? 'null')),
    headers: init?.headers,
  };
};

it('requests an offer by POST with the session key, without a referrer', async () => {
  answer(200, offer);
  await expect(client().offer({ language: 'de' }, signal)).resolves.toEqual(offer);
  expect(sent()).toMatchObject({
    address: url,
    method: 'POST',
    body: { look: { language: 'de' } },
    headers: { authorization: 'Bearer key' },
  });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
});

it.each([400, 413])(
  'repeats the offer without theme and texts that the service refuses with %i',
  async (status) => {
    answer(status, { code: 'INVALID_REQUEST_BODY' });
    answer(200, offer);
    await expect(client().offer({ language: 'de', messages: { a: 'b' } }, signal)).resolves.toEqual(offer);
    expect(sent(1).body).toEqual({ look: { language: 'de' } });
  },
);

it('rejects with a permanent refusal', async () => {
  answer(409, { code: 'HANDOFF_NOT_POSSIBLE' });
  await expect(client().offer({}, signal)).rejects.toMatchObject({ kind: 'unexpected', status: 409 });
});

const returned = { sessionKey: 'new', state: clientState({ handOff: 'possible' }) };

it('takes the flow back, and releases the code by a request that outlives the page', async () => {
  answer(200, returned);
  await expect(client().takeBack(signal, false)).resolves.toEqual(returned);
  answer(200, returned);
  void client().release();
  expect(sent(1)).toMatchObject({ address: `${url}/take-back`, method: 'POST' });
  expect(fetched.mock.calls[1]?.[1]).toMatchObject({ keepalive: true });
});

it.each([
  ['retries if nobody waits', true, { sessionKey: 'new' }],
  ['rejects at once if somebody waits', false, { kind: 'unexpected' }],
])("treats a captive portal's reply to a take-back as no answer: %s", async (_, isBackground, outcome) => {
  fetched.mockResolvedValueOnce(new Response('<html>Sign in to this network</html>'));
  answer(200, returned);
  const clock = fakeClock();
  const taken = createHandOffClient({ baseAddress, sessionKey: 'key', clock }).takeBack(signal, isBackground);
  const told = taken.catch((failure: unknown) => failure);
  await clock.advance(4_000);
  expect(await told).toMatchObject(outcome);
});

/** Releases the code, and lets time pass. */
async function release(forMs: number) {
  const clock = fakeClock();
  const isTold = vi.fn();
  void createHandOffClient({ baseAddress, sessionKey: 'key', clock }).release().then(isTold);
  // Advances in steps, because each pause begins after the previous one.
  for (let passedMs = 0; passedMs < forMs; passedMs += 4_000) await clock.advance(4_000);
  return { isTold };
}

it('retries the release until the service itself has answered', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  answer(503, {});
  fetched.mockResolvedValueOnce(new Response('<html>Sign in to this network</html>'));
  answer(200, returned);
  const { isTold } = await release(60_000);
  expect(isTold).toHaveBeenCalledTimes(1);
  expect(fetched).toHaveBeenCalledTimes(4);
  for (const [address, init] of fetched.mock.calls) {
    expect(address).toBe(`${url}/take-back`);
    expect(init).toMatchObject({ method: 'POST', keepalive: true });
  }
});

it('stops retrying the release after ten minutes, without rejecting', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  const { isTold } = await release(12 * 60_000);
  expect(isTold).toHaveBeenCalledTimes(1);
  const calls = fetched.mock.calls.length;
  expect(calls).toBeGreaterThan(50);
  expect(calls).toBeLessThan(150);
});

it.each([401, 409])('sends the release once if the session is over (%i)', async (status) => {
  fetched.mockImplementation(
    async () =>
      new Response(JSON.stringify({ code: status === 409 ? 'SESSION_TAKEN_OVER' : 'UNAUTHORIZED' }), {
        status,
      }),
  );
  const { isTold } = await release(60_000);
  expect(isTold).toHaveBeenCalledTimes(1);
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('requests an invitation with the secret only in the header', async () => {
  answer(200, { pairingCode: '0815' });
  await askInvitation({ baseAddress, ticket: 'secret', nonce: 'mine', clock: fakeClock(), signal });
  expect(sent()).toMatchObject({
    address: `${url}/invitation`,
    method: 'POST',
    body: { nonce: 'mine' },
    headers: { authorization: 'Bearer secret' },
  });
});

it.each<[string, object]>([
  ['as it should be', {}],
  ['with the address of another page', { url: `${baseAddress}/popup#${'s'.repeat(43)}` }],
  ['with an address that is a script', { url: `javascript:alert(1)//phone#${'s'.repeat(43)}` }],
  ['without a pairing code', { pairingCode: undefined }],
  ['with a pairing code of three digits', { pairingCode: '081' }],
  ['with a negative time', { timeLeftMs: -1 }],
  ['with an expiry that is not a time', { expiresAt: 'soon' }],
])('accepts an offer %s exactly if the contract does', (_, odd) => {
  const value = { ...offer, ...odd };
  const isPage = value.url === offer.url;
  expect(isHandOffOffer(value)).toBe(isPage && handOffOfferSchema.safeParse(value).success);
});

it.each([0, 24 * 60 * 60_000 + 1, 3_000_000_000])(
  'rejects an offer that expires in %i ms, which is immediate or longer than timers allow',
  (timeLeftMs) => {
    expect(isHandOffOffer({ ...offer, timeLeftMs })).toBe(false);
  },
);

it.each<[string, object]>([
  ['as it should be', {}],
  ['without a key', { sessionKey: 7 }],
  ['without a state', { state: null }],
])('accepts a returned session %s exactly if the contract does', (_, odd) => {
  const value = { sessionKey: 'new', state: clientState(), ...odd };
  expect(isHandOffReturn(value)).toBe(handOffReturnSchema.safeParse(value).success);
});
