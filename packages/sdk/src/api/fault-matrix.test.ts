import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportDevice } from '../device/report-device.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { clientState } from '../testing/client-state.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { initClient, requestSession } from './client-init.ts';
import { createHandOffClient } from './elsewhere/hand-off-client.ts';
import { askInvitation } from './elsewhere/invitation-client.ts';
import { askLink } from './elsewhere/link-client.ts';
import { createPopupClient } from './elsewhere/popup-client.ts';
// Imported here so that it is loaded before a request fails.
import './explain-failure.ts';
import './post-answers.ts';
import './uploads/put-capture.ts';
import './uploads/send-smaller.ts';
import { StartRefused } from '../config/exceptions.ts';
import { createWindowClient } from './elsewhere/window-client.ts';
import { createServiceClient } from './service-client.ts';

/** Reply to a request. */
type Reply = (given: Given) => void;

/** Ways to answer a request, however it was sent. */
interface Given {
  answer(status: number, text: string, retryAfter?: string): void;
  /** Refuses the connection, or loses it. */
  refuse(): void;
  /** Loses the connection in the middle of a 2xx answer. */
  cut(): void;
  /** Keeps the connection open, but stops in the middle of a 2xx answer. */
  stall(): void;
}

/** One request as it was sent. */
interface Sent {
  readonly method: string;
  readonly address: string;
  readonly init: string;
  readonly sentMs: number;
}

let replies: Reply[] = [];
let sent: Sent[] = [];
let clock = fakeClock();

/** Whether the service answers the tiny request that follows a failed one. */
let isReached = false;

const next = (): Reply => (replies.length > 1 ? replies.shift()! : replies[0]!);

const fakeFetch = (address: string, init: RequestInit) =>
  new Promise<Response>((resolve, reject) => {
    const { signal, ...rest } = init;
    if (address.endsWith('/client/ping')) {
      if (isReached) return resolve(new Response('{"data":{}}'));
      return reject(new TypeError('Failed to fetch'));
    }
    sent.push({ method: `${init.method}`, address, init: JSON.stringify(rest), sentMs: clock.now() });
    const refuse = () => reject(new TypeError('Failed to fetch'));
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    next()({
      refuse,
      answer(status, text, retryAfter) {
        const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
        resolve(new Response(text, { status, headers }));
      },
      cut() {
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"data":{"se'));
            controller.error(new TypeError('network error'));
          },
        });
        resolve(new Response(body));
      },
      stall() {
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"data":{"se'));
            signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
          },
        });
        resolve(new Response(body));
      },
    });
  });

/** The part of XMLHttpRequest that an upload uses. */
class FakeRequest {
  readonly upload: { onprogress?: (event: object) => void } = {};
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  retryAfter: string | null = null;
  method = '';
  address = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  open(method: string, url: string) {
    this.method = method;
    this.address = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return this.retryAfter;
  }
  send(body: Blob) {
    sent.push({
      method: this.method,
      address: this.address,
      init: JSON.stringify([this.headers, body.size]),
      sentMs: clock.now(),
    });
    const lose = () => this.onerror();
    // Reports progress first: all bytes, or half of them, are sent.
    const progress = (loaded: number) =>
      this.upload.onprogress?.({ loaded, total: body.size, lengthComputable: true });
    next()({
      refuse: () => queueMicrotask(lose),
      cut: () =>
        queueMicrotask(() => {
          progress(body.size);
          lose();
        }),
      stall: () => setTimeout(() => progress(body.size / 2), stepMs),
      answer: (status, text, retryAfter) =>
        queueMicrotask(() => {
          Object.assign(this, { status, responseText: text, retryAfter: retryAfter ?? null });
          this.onload();
        }),
    });
  }
  abort() {
    this.onabort();
  }
}

beforeEach(() => {
  isReached = false;
  sent = [];
  clock = fakeClock();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Synchronous, because the platform's implementation hashes on another thread.
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(32));
  vi.stubGlobal('fetch', fakeFetch);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  expect(clock.sleeping()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** One of the client's requests. */
interface ClientRequest {
  /** `data` of a valid answer. */
  readonly good: unknown;
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  /**
   * Retry policy: `long` while the user waits, `brief` while a page waits for `start`, `endless` for as long as the flow
   * lasts, `once` if the caller retries itself.
   */
  readonly tries: 'long' | 'brief' | 'endless' | 'once';
  /** The request resolves without a value, whatever happens, because nobody waits for it. */
  readonly isQuiet?: true;
}

const base = { baseAddress: 'https://s', sessionKey: 'key' } as const;
const service = () => createServiceClient({ ...base, clock });
const attempt = { stepId: 's', attempt: 1 };
/** Its bytes are available immediately, because a test's clock does not wait for the platform. */
const picture = Object.assign(new Blob(['picture']), { arrayBuffer: async () => new ArrayBuffer(7) });
const storedPicture = { slot: 'front', digest: 'a'.repeat(43), sizeBytes: 7 };
/** Called with the upload progress of a picture. */
const onProgress = vi.fn();
const submission = { documentType: 'PASSPORT', captures: { front: 'a'.repeat(43) } } as const;
const news = { seq: 1, opened: true, started: false, ending: null, closed: false };

/** All requests of the client that expect an answer. */
const requests: Readonly<Record<string, ClientRequest>> = {
  init: {
    good: { sessionKey: 'key' },
    tries: 'brief',
    ask: (signal) =>
      initClient({
        baseAddress: 'https://s',
        token: 'eu.token',
        startNonce: 'nonce',
        sdkVersion: '1.2.3',
        clock,
        signal,
      }),
  },
  begin: { good: clientState(), tries: 'long', ask: (signal) => service().begin({ signal }) },
  extend: { good: clientState(), tries: 'long', ask: (signal) => service().extend({ signal }) },
  'state as it is': {
    good: clientState(),
    tries: 'long',
    ask: (signal) => service().stateNow({ signal }),
  },
  'upload of a capture': {
    good: storedPicture,
    tries: 'long',
    ask: (signal) => service().upload(attempt, 'front', picture, { signal, onProgress: onProgress }),
  },
  'upload of a pose': {
    good: { ...storedPicture, slot: 'selfie-1' },
    tries: 'long',
    ask: (signal) => service().upload(attempt, 'selfie-1', picture, { signal, onProgress() {} }),
  },
  "upload from a program's camera": {
    good: storedPicture,
    tries: 'long',
    ask: (signal) =>
      service().upload(attempt, 'front', picture, { signal, isVirtual: true, onProgress() {} }),
  },
  'answers to a form': {
    good: clientState(),
    tries: 'long',
    ask: (signal) => service().answer(attempt, { user_fullname: 'Anna' }, { signal }),
  },
  'report of the device': {
    good: {},
    tries: 'long',
    isQuiet: true,
    ask: (signal) => reportDevice({ ...base, clock, signal, scope: {} }),
  },
  submission: {
    good: clientState(),
    tries: 'long',
    ask: (signal) => service().submit(attempt, submission, { signal }),
  },
  'poll for news': { good: clientState(), tries: 'once', ask: (signal) => service().state(0, 25, signal) },
  'opening of a popup': {
    good: { url: `https://s/popup#${'t'.repeat(43)}` },
    tries: 'brief',
    ask: (signal) => createPopupClient({ ...base, clock }).open({ language: 'en' }, signal),
  },
  'news of a popup': {
    good: news,
    tries: 'endless',
    ask: (signal) => createPopupClient({ ...base, clock }).news(0, signal),
  },
  'release of a popup': {
    good: {},
    tries: 'endless',
    ask: (signal) =>
      createPopupClient({ ...base, clock })
        .release(signal)
        .then(() => true),
  },
  'presence of a popup': {
    good: { released: true },
    tries: 'endless',
    ask: (signal) =>
      createWindowClient({ ...base, visit: 1, clock })
        .waitForRelease(signal)
        .then(() => true),
  },
  'report of a popup': {
    good: {},
    tries: 'long',
    ask: (signal) =>
      createWindowClient({ ...base, visit: 1, clock })
        .report({ opened: true, started: false, ending: null, closed: false }, signal)
        .then(() => true),
  },
  'offer to a phone': {
    good: {
      url: `https://s/phone#${'t'.repeat(43)}`,
      pairingCode: '0815',
      expiresAt: '2030-01-01T00:00:00.000Z',
      timeLeftMs: 600_000,
    },
    tries: 'brief',
    ask: (signal) => createHandOffClient({ ...base, clock }).offer({ language: 'en' }, signal),
  },
  'taking back from a phone': {
    good: { sessionKey: 'key', state: clientState() },
    tries: 'brief',
    ask: (signal) => createHandOffClient({ ...base, clock }).takeBack(signal, false),
  },
  'release of a phone': {
    good: { sessionKey: 'key', state: clientState() },
    tries: 'long',
    isQuiet: true,
    ask: () => createHandOffClient({ ...base, clock }).release(),
  },
  'invitation on a phone': {
    good: { pairingCode: '0815', requester: 'A shop', claimed: false },
    tries: 'brief',
    ask: (signal) => askInvitation({ ...base, ticket: 't', nonce: 'nonce', clock, signal }),
  },
  'claim of a phone': {
    good: { sessionKey: 'key' },
    tries: 'brief',
    ask: (signal) =>
      requestSession({ ...base, token: 't', startNonce: 'nonce', sdkVersion: '1.2.3', clock, signal }),
  },
  'state of a link': {
    good: {},
    tries: 'brief',
    ask: (signal) => askLink({ ...base, secret: 'x', clock, signal }),
  },
};

const problem = '{"code":"RATE_LIMITED"}';
const faults: Readonly<
  Record<
    string,
    { readonly reply: Reply; readonly status: number; readonly askedMs?: number; readonly isSilent?: boolean }
  >
> = {
  'a connection that is refused': { reply: (given) => given.refuse(), status: 0 },
  'an answer that is cut off': { reply: (given) => given.cut(), status: 0 },
  'an answer that never arrives': { reply: () => {}, status: 0, isSilent: true },
  'an answer that stalls midway': {
    reply: (given) => given.stall(),
    status: 0,
    isSilent: true,
  },
  'a 429 with Retry-After': {
    reply: (given) => given.answer(429, problem, '3'),
    status: 429,
    askedMs: 3_000,
  },
  'a 429 without Retry-After': { reply: (given) => given.answer(429, problem), status: 429 },
  'a 500': { reply: (given) => given.answer(500, '{"code":"INTERNAL"}'), status: 500 },
  'a 502 of a proxy': {
    reply: (given) => given.answer(502, '<h1>Bad gateway</h1>'),
    status: 502,
  },
  'a 503 with Retry-After': { reply: (given) => given.answer(503, '', '2'), status: 503, askedMs: 2_000 },
};

/** Requests sent on leaving, which expect no answer. */
const goodbyes: Readonly<Record<string, () => unknown>> = {
  leave: () => service().leave(),
  cancel: () => service().cancel(),
  'leave of a popup': () => createWindowClient({ ...base, visit: 1, clock }).leave(),
};

/** Time that passes in one step, in ms. */
const stepMs = 4_000;

/** Delay of a late answer, in ms: just before the shortest time-out, 20 seconds. */
const lateAnswerMs = 20_000 - stepMs;

/** Advances both clocks, that of the retries and the browser's, until the request settles or the time is over. */
async function settled(request: ClientRequest, forMs: number) {
  const life = new AbortController();
  let outcome: { value?: unknown; failure?: unknown } | null = null;
  request.ask(life.signal).then(
    (value) => {
      outcome = { value };
    },
    (failure: unknown) => {
      outcome = { failure };
    },
  );
  for (let passedMs = 0; passedMs < forMs && outcome === null; passedMs += stepMs) {
    await clock.advance(stepMs);
    vi.advanceTimersByTime(stepMs);
    await clock.advance(0);
  }
  const left = outcome as { value?: unknown; failure?: unknown } | null;
  life.abort();
  await clock.advance(0);
  return left;
}

/** Returns the status of a temporary failure, or of a refused start; null for anything else. */
function statusOf(failure: unknown): number | null {
  if (failure instanceof ServiceFailure) return failure.kind === 'unavailable' ? failure.status : null;
  if (!(failure instanceof StartRefused)) return null;
  return Number(/(\d+) /.exec(failure.exception.message)?.[1]);
}

const minutes = (count: number) => count * 60_000;

describe.each(Object.entries(requests))('%s', (_, request) => {
  const good: Reply = (given) => given.answer(200, JSON.stringify({ data: request.good }));
  const isOnce = request.tries === 'once';

  test.each(Object.entries(faults))(`${isOnce ? 'rejects after' : 'retries after'} %s`, async (__, fault) => {
    replies = [fault.reply, good];
    const outcome = await settled(request, minutes(2));
    // A start whose time is over rejects instead of retrying.
    if (isOnce || (request.tries === 'brief' && fault.isSilent)) {
      expect(statusOf(outcome?.failure)).toBe(fault.status);
      expect(sent).toHaveLength(1);
      return;
    }
    expect(outcome?.failure).toBeUndefined();
    // Repeats the same request: the service recognises it by nonce, digest or attempt, and does nothing twice.
    expect(sent.map(({ address, init }) => [address, init])).toEqual(
      [sent[0], sent[0]].map((first) => [first?.address, first?.init]),
    );
    const pauseMs = sent[1]!.sentMs - sent[0]!.sentMs;
    expect(pauseMs).toBeGreaterThanOrEqual(fault.askedMs ?? 200);
  });

  test('waits for a late answer without a second request', async () => {
    replies = [(given) => setTimeout(() => good(given), lateAnswerMs)];
    const outcome = await settled(request, minutes(2));
    expect(outcome).not.toBeNull();
    expect(outcome?.failure).toBeUndefined();
    // Quiet requests do not report how they ended.
    expect(outcome?.value === undefined).toBe(request.isQuiet ?? false);
    expect(sent).toHaveLength(1);
  });

  test.each(Object.entries(faults))(
    `${request.tries === 'endless' ? 'continues with growing pauses' : 'gives up'} after only %s`,
    async (__, fault) => {
      replies = [fault.reply];
      const outcome = await settled(request, minutes(request.tries === 'endless' ? 3 : 12));
      if (request.tries === 'endless') {
        expect(outcome).toBeNull();
        // Pauses grow, so that no page overloads a service that is down.
        expect(sent.length).toBeLessThan(50);
        expect(sent.length).toBeGreaterThan(1);
        return;
      }
      if (request.isQuiet) expect(outcome).toEqual({ value: undefined });
      else expect(statusOf(outcome?.failure)).toBe(fault.status);
      const maxRequests = { once: 1, brief: 3, long: 150 }[request.tries];
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.length).toBeLessThanOrEqual(maxRequests);
    },
  );
});

const page = '<h1>Refused</h1>';
const cuts: Readonly<Record<string, Reply>> = {
  'a connection that ends': (given) => given.refuse(),
  'a 413 of a proxy': (given) => given.answer(413, page),
  'a 403 of a firewall': (given) => given.answer(403, page),
  'a 405 of a proxy': (given) => given.answer(405, page),
  'a 502 of a proxy': (given) => given.answer(502, page),
  'a 504 of a proxy': (given) => given.answer(504, page),
};

/** Calls of the flow itself; excludes the reports of a popup, which run in the background. */
const callsOfFlow = Object.entries(requests).filter(
  ([name, { tries, isQuiet }]) => tries === 'long' && !isQuiet && name !== 'report of a popup',
);

describe.each(callsOfFlow)('%s, while the service answers other requests,', (name, request) => {
  test.each(Object.entries(cuts))('gives up after only %s, and logs why', async (cut, reply) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    isReached = true;
    replies = [reply];
    const outcome = await settled(request, minutes(2));
    const isUpload = name.startsWith('upload') && name !== 'upload of a pose';
    expect(outcome?.failure).toMatchObject({ kind: isUpload ? 'blocked' : 'unexpected' });
    // A busy proxy recovers, and a small request may be lost by chance; but a picture is not repeated many times.
    expect(sent).toHaveLength(/ 4\d\d/.test(cut) || (isUpload && !/ 5\d\d/.test(cut)) ? 2 : 8);
    expect(logged.mock.calls).toEqual([
      [expect.stringContaining(isUpload ? 'an upload of 0.00 MB' : 'blocked a request')],
    ]);
    expect(logged.mock.calls[0]?.[0]).toContain('client_max_body_size');
  });

  test.each(Object.entries(cuts))('retries after one occurrence of %s', async (_, reply) => {
    isReached = true;
    replies = [reply, (given) => given.answer(200, JSON.stringify({ data: request.good }))];
    const outcome = await settled(request, minutes(1));
    expect(outcome?.failure).toBeUndefined();
    expect(sent).toHaveLength(2);
  });
});

test.each(Object.entries(cuts).filter(([cut]) => !cut.includes('413')))(
  'keeps retrying an upload after %s while the service cannot be reached',
  async (_, reply) => {
    isReached = false;
    replies = [
      ...Array<Reply>(5).fill(reply),
      (given) => given.answer(200, JSON.stringify({ data: storedPicture })),
    ];
    const outcome = await settled(requests['upload of a capture']!, minutes(2));
    expect(outcome?.value).toEqual(storedPicture);
    expect(sent).toHaveLength(6);
  },
);

test('does not repeat an upload after a 413 of a proxy while the service cannot be reached', async () => {
  isReached = false;
  replies = [cuts['a 413 of a proxy']!];
  const outcome = await settled(requests['upload of a capture']!, minutes(2));
  expect(outcome?.failure).toMatchObject({ kind: 'blocked' });
  expect(sent).toHaveLength(1);
});

test.each([
  ['lost', cuts['a connection that ends']!, false, true],
  ['cut off', cuts['a connection that ends']!, true, 'service'],
  ['answered by a proxy', cuts['a 502 of a proxy']!, false, 'service'],
  ['answered by a busy service', faults['a 503 with Retry-After']!.reply, false, 'service'],
] as const)('reports which connection is lost when a request is %s', async (_, reply, reached, expected) => {
  isReached = reached;
  const lost: unknown[] = [];
  replies = [reply, (given) => given.answer(200, JSON.stringify({ data: clientState() }))];
  const onConnection = (offline: unknown) => lost.push(offline);
  const ask = (signal: AbortSignal) => service().begin({ signal, onConnection });
  await settled({ good: clientState(), tries: 'long', ask }, minutes(1));
  expect(lost).toEqual([expected, false]);
});

test.each([
  ['refused', faults['a connection that is refused']!, []],
  ['cut', faults['an answer that is cut off']!, [7]],
  ['silent from the start', faults['an answer that never arrives']!, []],
  ['silent in its middle', faults['an answer that stalls midway']!, [3.5]],
] as const)('reports the progress of an upload that is %s', async (_, fault, expected) => {
  onProgress.mockClear();
  replies = [fault.reply, (given) => given.answer(200, JSON.stringify({ data: storedPicture }))];
  expect((await settled(requests['upload of a capture']!, minutes(3)))?.value).toEqual(storedPicture);
  expect(onProgress.mock.calls.map(([{ sentBytes }]) => sentBytes)).toEqual(expected);
});

test.each(Object.entries(goodbyes))('sends the farewell %s once, without rejecting', async (_, send) => {
  const late: Reply = (given) => setTimeout(() => given.answer(200, '{"data":{}}'), lateAnswerMs);
  for (const reply of [...Object.values(faults).map((fault) => fault.reply), late]) {
    sent = [];
    replies = [reply];
    send();
    await clock.advance(minutes(1));
    vi.advanceTimersByTime(minutes(1));
    await clock.advance(0);
    expect(sent).toHaveLength(1);
  }
});

/** Returns the route of a request as in the service's documentation. */
function routeOf({ method, address }: Sent): string {
  const { pathname } = new URL(address);
  const path = pathname
    .replace('/orchestration-api/v1', '')
    .replace(/steps\/[^/]+\/attempts\/[^/]+/, 'steps/{stepId}/attempts/{attempt}')
    .replace(/captures\/[^/]+/, 'captures/{slot}');
  return `${method} ${path}`;
}

test('covers every client route of the service', async () => {
  const page = fileURLToPath(new URL('../../../../docs/errors.md', import.meta.url));
  const served = readFileSync(page, 'utf8').matchAll(/^\| `([A-Z]+ \/client\/\S+)`/gm);
  const routes = [...served].map(([, route]) => `${route}`);
  const asked: string[] = [];
  for (const request of Object.values(requests)) {
    sent = [];
    replies = [(given) => given.answer(200, JSON.stringify({ data: request.good }))];
    await settled(request, minutes(1));
    asked.push(...sent.map(routeOf));
  }
  sent = [];
  for (const say of Object.values(goodbyes)) say();
  asked.push(...sent.map(routeOf));
  // Sent once by `preflight`, which reports any failure as a finding.
  asked.push('GET /client/ping');
  expect([...new Set(asked)].sort()).toEqual(routes.sort());
});
