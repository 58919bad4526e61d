import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServiceFailure } from '../session/service-failure.ts';
import { clientState } from '../testing/client-state.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { createHandOffClient } from './elsewhere/hand-off-client.ts';
import { isHandOffOffer, isHandOffReturn } from './elsewhere/hand-off-guards.ts';
import { askInvitation } from './elsewhere/invitation-client.ts';
import { askLink } from './elsewhere/link-client.ts';
import { createPopupClient } from './elsewhere/popup-client.ts';
import { isPopupState, isWindowAddress } from './elsewhere/popup-guards.ts';
import { createWindowClient } from './elsewhere/window-client.ts';
import { isStoredCapture } from './guard-parts.ts';
import { isClientState } from './guards.ts';
import { createServiceClient } from './service-client.ts';

const fetched = vi.fn<typeof fetch>();
/** Number of requests so far. */
let asked = 0;
const reply = { status: 200, text: '', headers: {} as Record<string, string> };
beforeEach(() => {
  fetched.mockImplementation(async () => {
    asked += 1;
    // These statuses have no body (Fetch standard, "null body status").
    const content = [204, 205, 304].includes(reply.status) ? null : reply.text;
    return new Response(content, { status: reply.status, headers: reply.headers });
  });
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('XMLHttpRequest', AnsweredRequest);
  // Hides warnings about answers refused for their size, which are for integrators.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The part of XMLHttpRequest that an upload uses; answers immediately. */
class AnsweredRequest {
  readonly upload = {};
  readonly status = reply.status;
  readonly responseText = reply.text;
  onload = () => {};
  open() {}
  setRequestHeader() {}
  getResponseHeader = (name: string) => reply.headers[name] ?? null;
  send() {
    asked += 1;
    queueMicrotask(() => this.onload());
  }
  abort() {}
}

const good = JSON.stringify({ data: clientState() });
const body = fc.oneof(
  fc.constantFrom(
    good,
    '',
    '<!doctype html><h1>502</h1>',
    '{"data":null}',
    '{"data":[]}',
    'null',
    '7',
    '{"code":{}}',
  ),
  fc.nat({ max: good.length }).map((length) => good.slice(0, length)),
  fc.json(),
  fc.json().map((data) => `{"data":${data}}`),
  fc
    .constantFrom(...Object.keys(clientState()))
    .map((name) => JSON.stringify({ data: { ...clientState(), [name]: [name] } })),
  fc.constant(`{"data":"${'x'.repeat(1_000_000)}"}`),
);
/** Returns a valid answer with one changed member. */
const nearly = (good: unknown) =>
  fc
    .tuple(
      fc.constantFrom(...Object.keys(good as object), 'news'),
      fc.constantFrom(null, -1, 0, 1e9, 2 ** 31, 2 ** 53, '', [], {}),
    )
    .map(([name, odd]) => JSON.stringify({ data: { ...(good as object), [name]: odd } }));
const status = fc.oneof(
  fc.constantFrom(200, 201, 204, 206, 301, 302, 304, 307, 400, 401, 403, 404, 409, 413, 429),
  fc.integer({ min: 200, max: 599 }),
);
const headers = fc.record(
  {
    'content-type': fc.constantFrom('text/html', 'application/json', 'image/png', ''),
    'retry-after': fc.constantFrom('1', '0', '-1', 'Wed, 21 Oct 2026 07:28:00 GMT', '99999999999', 'NaN', ''),
  },
  { requiredKeys: [] },
);

/** A call that expects an answer. */
interface Call {
  /** `data` of a valid answer. */
  readonly good: unknown;
  /** Time after which the call has given up; polls continue for as long as the flow does. */
  readonly waitedMs: number;
  /** Resolves to whether the result is a valid one. */
  ask(signal: AbortSignal, clock: ReturnType<typeof fakeClock>): Promise<boolean>;
}

const base = { baseAddress: 'https://s', sessionKey: 'key' } as const;
const attempt = { stepId: 's', attempt: 1 };
const submission = { documentType: 'PASSPORT', captures: { front: 'a'.repeat(43) } } as const;
const popupState = { seq: 1, opened: true, started: false, ending: null, closed: false };
const [short, long] = [30_000, 11 * 60_000];

const calls: Readonly<Record<string, Call>> = {
  begin: {
    good: clientState(),
    waitedMs: long,
    ask: (signal, clock) =>
      createServiceClient({ ...base, clock })
        .begin({ signal })
        .then(isClientState),
  },
  submit: {
    good: clientState(),
    waitedMs: long,
    ask: (signal, clock) =>
      createServiceClient({ ...base, clock })
        .submit(attempt, submission, { signal })
        .then(isClientState),
  },
  state: {
    good: clientState(),
    waitedMs: short,
    ask: (signal, clock) =>
      createServiceClient({ ...base, clock })
        .state(0, 25, signal)
        .then(isClientState),
  },
  extend: {
    good: clientState(),
    waitedMs: long,
    ask: (signal, clock) =>
      createServiceClient({ ...base, clock })
        .extend({ signal })
        .then(isClientState),
  },
  answers: {
    good: clientState(),
    waitedMs: long,
    ask: (signal, clock) =>
      createServiceClient({ ...base, clock })
        .answer(attempt, { email: 'a@example.com' }, { signal })
        .then(isClientState),
  },
  'offer of a hand-off': {
    good: {
      url: `https://s/phone#${'t'.repeat(43)}`,
      pairingCode: '0815',
      expiresAt: '2030-01-01T00:00:00.000Z',
      timeLeftMs: 600_000,
    },
    waitedMs: short,
    ask: (signal, clock) =>
      createHandOffClient({ ...base, clock })
        .offer({}, signal)
        .then(isHandOffOffer),
  },
  'take back': {
    good: { sessionKey: 'key', state: clientState() },
    waitedMs: short,
    ask: (signal, clock) =>
      createHandOffClient({ ...base, clock })
        .takeBack(signal, false)
        .then(isHandOffReturn),
  },
  upload: {
    good: { slot: 'front', digest: 'a'.repeat(43), sizeBytes: 7 },
    waitedMs: long,
    ask: (signal, clock) =>
      createServiceClient({ ...base, clock })
        .upload(attempt, 'front', new Blob(['picture']), { signal, onProgress() {} })
        .then(isStoredCapture),
  },
  'open a popup': {
    good: { url: `https://s/popup#${'t'.repeat(43)}` },
    waitedMs: short,
    ask: (signal, clock) =>
      createPopupClient({ ...base, clock })
        .open({}, signal)
        .then(isWindowAddress),
  },
  'news of a popup': {
    good: popupState,
    waitedMs: 10_000,
    ask: (signal, clock) =>
      createPopupClient({ ...base, clock })
        .news(0, signal)
        .then(isPopupState),
  },
  'attend in a popup': {
    good: { released: true },
    waitedMs: 10_000,
    ask: (signal, clock) =>
      createWindowClient({ ...base, visit: 1, clock })
        .waitForRelease(signal)
        .then(() => true),
  },
  'report from a popup': {
    good: {},
    waitedMs: long,
    ask: (signal, clock) =>
      createWindowClient({ ...base, visit: 1, clock })
        .report({ opened: true, started: false, ending: null, closed: false }, signal)
        .then(() => true),
  },
  // The page that shows the answer checks it.
  'ask about an invitation': {
    good: {},
    waitedMs: short,
    ask: (signal, clock) =>
      askInvitation({ ...base, ticket: 'x', nonce: 'y', clock, signal }).then(() => true),
  },
  'ask about a link': {
    good: {},
    waitedMs: short,
    ask: (signal, clock) => askLink({ ...base, secret: 'x', clock, signal }).then(() => true),
  },
};

/** Returns how a call ends with the current answer: true for a valid result, otherwise the failure. */
async function outcomeOf({ ask, waitedMs }: Call): Promise<unknown> {
  const clock = fakeClock();
  const life = new AbortController();
  const before = asked;
  const outcome = ask(life.signal, clock).catch((failure: unknown) => failure);
  // The platform hashes a picture on another thread.
  while (asked === before) await new Promise(setImmediate);
  await clock.advance(waitedMs);
  life.abort();
  const settled = await outcome;
  expect(clock.sleeping()).toBe(0);
  return settled;
}

test.each(Object.entries(calls))(
  '%s: resolves to a valid result or a known failure for any answer, and leaves no timer',
  { tags: ['DSDK-133'] },
  async (_, call) => {
    Object.assign(reply, { status: 200, text: JSON.stringify({ data: call.good }), headers: {} });
    expect(await outcomeOf(call)).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, nearly(call.good)), status, headers, async (text, code, given) => {
        Object.assign(reply, { status: code, text, headers: given });
        const outcome = await outcomeOf(call);
        if (outcome === true || outcome instanceof ServiceFailure) return;
        expect(outcome).toMatchObject({ name: 'AbortError' });
      }),
      { numRuns: 8 },
    );
  },
);

test.each(['-1', '-60', '-Infinity', '0', 'NaN', '', '3, 3', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
  'does not shorten the next pause for a Retry-After of “%s”',
  async (value) => {
    Object.assign(reply, { status: 503, text: '', headers: { 'retry-after': value } });
    for (const call of [calls.begin!, calls.upload!]) {
      const life = new AbortController();
      const sleep = vi.fn(async (_pauseMs: number) => life.abort());
      const clock = { ...fakeClock(), sleep };
      await expect(call.ask(life.signal, clock)).rejects.toMatchObject({ name: 'AbortError' });
      expect(sleep).toHaveBeenCalledTimes(1);
      expect(sleep.mock.calls[0]?.[0]).toBeGreaterThanOrEqual(200);
    }
  },
);
