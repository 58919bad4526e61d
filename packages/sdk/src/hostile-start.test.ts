// @vitest-environment jsdom
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOrchestration } from './create-orchestration.ts';
import * as languages from './i18n/load-language.ts';
import * as shell from './shell.ts';
import { clientState } from './testing/client-state.ts';
import { fakeClock, settle } from './testing/fake-clock.ts';
import { noTraces, watchTraces } from './testing/page-traces.ts';

const answer = { sessionKey: 'key', configuration: 'valid', requester: 'Shop', state: clientState() };
const anAnswer = () => new Response(JSON.stringify({ data: answer }));
const fetched = vi.fn<(url: string) => Promise<Response>>();
const warn = vi.fn();
let traces: ReturnType<typeof watchTraces>;
const prototypes = () => [Object, Array, Function, String].map(({ prototype }) => Reflect.ownKeys(prototype));

beforeEach(() => {
  document.body.innerHTML = '<div id="box"></div>';
  traces = watchTraces([document.querySelector('#box')!]);
  fetched.mockImplementation(async () => anAnswer());
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('open', () => null);
  vi.spyOn(console, 'warn').mockImplementation(warn);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  traces.stop();
  document.body.replaceChildren();
});

/** Creates the SDK as pages use it, except for its clock. */
function setup() {
  const clock = fakeClock();
  const events: string[] = [];
  const flow = createOrchestration({
    version: '1.2.3',
    servedFrom: () => 'https://verify.example',
    loadShell: async () => shell,
    fetchAhead: ({ language }) => languages.loadLanguage(language),
    loadPopup: () => import('./popup/popup-flow.ts'),
    loadCheck: () => import('./preflight/check-device.ts'),
    clock,
  });
  for (const name of ['opened', 'closed', 'started', 'completed', 'cancelled', 'error'] as const) {
    flow.on(name, (value?: string) => events.push(value ? `${name} ${value}` : name));
  }
  return { ...flow, clock, events };
}

/** All documented messages with which `start` may reject. */
const documentedMessages = new RegExp(
  `^(${[
    'Configuration is not set\\.',
    'Invalid rendering mode specified\\.',
    'Container ID is required for inline rendering\\.',
    "Container element with id '[^]*' not found\\.",
    'Failed to open popup window\\. Please allow popups and try again\\.',
    'Failed to initialize client: \\d{1,3} [A-Z][A-Za-z ]+',
    'Invalid response from client init\\.',
  ].join('|')})$`,
);

/** Starts a flow; returns the message that it rejects with, or null if a flow opened, which is closed again. */
async function tryOut(configuration: unknown): Promise<string | null> {
  const { start, close, clock, events } = setup();
  const before = prototypes();
  // A synchronous throw would fail the test here.
  const outcome = start(configuration as never).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : `not an Error: ${String(error)}`),
  );
  // As long as the service may take, but less than the time-out for code.
  await clock.advance(29_000);
  const message = await outcome;
  const frame = document.querySelector('[data-vendor-orchestration]')?.shadowRoot?.querySelector('.frame');
  if (message === null) {
    expect(frame?.querySelector('h1')?.textContent).toBeTruthy();
    expect(frame?.getAttribute('lang')).toMatch(/^(en|de|es|fr|it|pt|hu|ar|zh)$/);
    await close();
    expect(events).toEqual(['opened', 'closed']);
  } else {
    expect(frame ?? null).toBeNull();
    expect(message).toMatch(documentedMessages);
    expect(events).toEqual(/: 40[13] /.test(message) ? ['error error_code_3'] : []);
  }
  await settle();
  expect(traces.left()).toEqual(noTraces);
  expect(clock.sleeping()).toBe(0);
  expect(prototypes()).toEqual(before);
  return message;
}

const throws = (): never => {
  throw null;
};
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const cyclic = (): object => {
  const self: Record<string, unknown> = { light: {}, other: 'x' };
  return Object.assign(self, { self, dark: self });
};

/** Created on use, because some of these values cannot be cloned by the library. */
const odd: fc.Arbitrary<() => unknown> = fc.oneof(
  fc
    .anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true })
    .map((value) => () => value),
  fc.constantFrom<() => unknown>(
    () => Symbol('option'),
    () => new Proxy({}, { get: throws, ownKeys: throws, has: throws, getOwnPropertyDescriptor: throws }),
    revoked,
    cyclic,
    () => ({ toString: throws, valueOf: throws, [Symbol.toPrimitive]: throws }),
    () => 'x'.repeat(300_000),
    () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
    () => runInNewContext("({ light: { baseAccent: '#123456' }, 'welcome.title': 'From elsewhere' })"),
    () => ({ 'welcome.title': '<img src=x onerror=alert(1)>', light: { logoUrl: 'javascript:alert(1)' } }),
    () => Object.defineProperty({}, 'welcome.title', { get: throws, enumerable: true }),
    () => throws,
    () => document.body,
    () => new Date(Number.NaN),
    () => ['de', 'inline'],
    () => '\u0000\ud800"><script>',
    () => '__proto__',
  ),
);
const mostly = (weight: number, ...good: readonly unknown[]) =>
  fc.oneof(
    { weight, arbitrary: fc.constantFrom(...good.map((value) => () => value)) },
    { weight: 1, arbitrary: odd },
  );
const fields = fc.record(
  {
    token: mostly(9, 'eu.token'),
    language: mostly(1, 'de-AT', undefined),
    theme: odd,
    renderingMode: mostly(4, 'fullscreen', 'inline', 'popup', undefined),
    containerId: mostly(3, 'box', 'nowhere'),
    baseUrl: mostly(4, 'https://verify.example', undefined),
    cspNonce: odd,
    messages: odd,
    // JSON.parse makes `__proto__` an ordinary member.
    ['__proto__']: odd,
    constructor: odd,
  },
  { requiredKeys: ['token'] },
);

/** Defines the members instead of assigning them, because assigning `__proto__` would set the prototype. */
const moved = (members: object, target: object) =>
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(members));

/** The same members in other kinds of objects. */
const disguises: readonly ((members: Record<string, unknown>) => unknown)[] = [
  (members) => members,
  (members) => moved(members, Object.create(null)),
  (members) => moved(members, runInNewContext('({})')),
  (members) => moved(members, []),
  (members) => moved(members, () => {}),
  (members) => new Proxy(members, { ownKeys: throws, has: throws, getOwnPropertyDescriptor: throws }),
  (members) =>
    new (class {
      get token() {
        return members.token;
      }
    })(),
  (members) => {
    // Returns another value on each access.
    let asked = 0;
    return new Proxy(members, { get: (owner, name) => (asked++ % 9 ? Reflect.get(owner, name) : throws()) });
  },
];

test('opens a whole flow or rejects with a documented message, for any value in any option', {
  tags: ['DSDK-5', 'DSDK-90'],
}, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fields, fc.constantFrom(...disguises), async (makers, disguise) => {
      const members = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]));
      seen.add((await tryOut(disguise(members)))?.replace(/'.*'/s, '') ?? 'open');
    }),
    { numRuns: 40 },
  );
  // Checks that the attempts are not all rejected for the same reason.
  expect([...seen]).toEqual(expect.arrayContaining(['open', 'Configuration is not set.']));
});

test.each([
  ['token', 'Configuration is not set.'],
  ['baseUrl', 'Configuration is not set.'],
  ['renderingMode', 'Invalid rendering mode specified.'],
  ['containerId', 'Container ID is required for inline rendering.'],
  ['language', null],
  ['theme', null],
  ['cspNonce', null],
  ['messages', null],
])(
  'treats the option %s as unusable if it throws when read',
  { tags: ['DSDK-132'] },
  async (name, message) => {
    const configuration = { token: 'eu.token', renderingMode: 'inline', containerId: 'box' };
    expect(await tryOut(Object.defineProperty(configuration, name, { get: throws }))).toBe(message);
  },
);

test('leaves out texts that throw when read', async () => {
  const messages = { 'welcome.title': 'Hello' };
  Object.defineProperty(messages, 'welcome.lead', { get: throws, enumerable: true });
  expect(await tryOut({ token: 'eu.token', messages })).toBeNull();
  expect(await tryOut({ token: 'eu.token', messages: revoked() })).toBeNull();
});

test('opens a whole flow or rejects with a documented message, for any answer to init', {
  tags: ['DSDK-5', 'DSDK-9', 'DSDK-90'],
}, async () => {
  const text = JSON.stringify({ data: answer });
  const body = fc.oneof(
    fc.constantFrom(
      text,
      `${text} `,
      '',
      '<!doctype html><h1>502</h1>',
      '{"data":null}',
      '[]',
      'null',
      '{"code":7}',
    ),
    fc.nat({ max: text.length }).map((length) => text.slice(0, length)),
    fc.json(),
    fc
      .constantFrom(...Object.keys(answer))
      .map((name) => JSON.stringify({ data: { ...answer, [name]: [name] } })),
    fc.constant(`{"data":{"sessionKey":"${'k'.repeat(300_000)}"}}`),
  );
  const status = fc.oneof(
    fc.constantFrom(200, 201, 202, 301, 302, 307, 401, 403, 404, 429),
    fc.integer({ min: 200, max: 599 }),
  );
  const type = fc.constantFrom('application/json', 'text/html', 'image/png');
  const retryAfter = fc.constantFrom('1', '-1', 'never', '99999999999', '0x10');
  await fc.assert(
    fc.asyncProperty(body, status, type, retryAfter, async (content, code, contentType, after) => {
      const headers = { 'content-type': contentType, 'retry-after': after };
      // These statuses have no body (Fetch standard, "null body status").
      const given = [204, 205, 304].includes(code) ? null : content;
      fetched.mockImplementation(async (url) =>
        url.endsWith('/init') ? new Response(given, { status: code, headers }) : new Response('{}'),
      );
      await tryOut('eu.token');
    }),
    { numRuns: 40 },
  );
});
