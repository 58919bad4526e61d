import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { clientAddress } from '../api/client-address.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { type FakeScopeOptions, fakeScope, respondWith } from '../testing/fake-scope.ts';
import { checkDevice, deadlineMs } from './check-device.ts';
import { preflightCodes } from './finding.ts';
import type { PageNavigator, Scope } from './scope.ts';
import type { NamedService } from './service-findings.ts';

const service = 'https://verify.example';
const lineApp =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile Line/14.0';
const refused = () => Promise.reject(new TypeError('Failed to fetch'));
/** Simulates a server that answers, but allows no page of another origin to read the answer. */
const withoutCors = (_url: string, { mode }: RequestInit) =>
  mode === 'no-cors' ? Promise.resolve(new Response()) : refused();
const blocked = () => {
  throw new DOMException('', 'SecurityError');
};

const toNamedService = (named: string | null | NamedService): NamedService =>
  typeof named === 'object' && named !== null ? named : { address: named };

/** Checks a page, and waits until the time limit. */
async function check(
  options: FakeScopeOptions = {},
  named: string | null | NamedService = service,
  given?: unknown,
) {
  const fake = fakeScope(options);
  const clock = fakeClock();
  const checking = checkDevice(fake.scope, toNamedService(named), clock, given);
  await clock.advance(deadlineMs);
  const report = await checking;
  const found = report.findings.map(({ code, severity }) => `${severity}: ${code}`);
  return { ...fake, report, found };
}

test('reports nothing if everything works', { tags: ['DSDK-79'] }, async () => {
  const { report } = await check();
  expect(report).toEqual({ ok: true, findings: [] });
});

type Case = readonly [
  name: string,
  expected: string,
  options: FakeScopeOptions,
  address: string | null | NamedService,
];

const cases: readonly Case[] = [
  ['an insecure page', 'blocking: insecure-context', insecure(), service],
  ['a page whose header forbids the camera', 'blocking: camera-policy', { cameraPolicy: false }, service],
  ['a frame of another origin without allow', 'blocking: camera-frame', inFrame('cross-origin'), service],
  ['a frame of the same origin without allow', 'blocking: camera-frame', inFrame(true), service],
  ['a frame in a page whose header forbids the camera', 'blocking: camera-policy', inFrame(false), service],
  [
    'an app with the camera interface',
    'warning: in-app-browser',
    { navigator: { userAgent: lineApp } },
    service,
  ],
  [
    'an app without the camera interface',
    'blocking: in-app-browser',
    { navigator: without({ userAgent: lineApp }) },
    service,
  ],
  [
    'a browser without the camera interface',
    'blocking: unsupported-browser',
    { navigator: without({}) },
    service,
  ],
  [
    'a browser without shadow DOM',
    'blocking: unsupported-browser',
    { page: { Element: class {} as never } },
    service,
  ],
  ['a camera that was denied', 'blocking: camera-denied', { navigator: permission('denied') }, service],
  ['a device without a camera', 'blocking: camera-missing', { navigator: devices('audioinput') }, service],
  ['a policy that forbids workers', 'warning: worker-blocked', { worker: 'fails' }, service],
  ['a browser that throws at a forbidden worker', 'warning: worker-blocked', { worker: 'throws' }, service],
  ['a browser without workers', 'warning: worker-blocked', { page: { Worker: undefined as never } }, service],
  ['a policy that forbids pictures', 'warning: pictures-blocked', { picture: 'fails' }, service],
  ['an old browser with a policy and no nonce', 'blocking: styles-blocked', { styles: 'nonced' }, service],
  [
    'blocked storage',
    'warning: storage-blocked',
    { page: { sessionStorage: { setItem: blocked } as never } },
    service,
  ],
  ['a page without an address of the service', 'warning: service-unknown', {}, null],
  [
    'an unusable address of the service',
    'blocking: service-unknown',
    {},
    { address: null, problem: '`baseUrl` must be an http(s) URL.' },
  ],
  ['an http service', 'blocking: service-insecure', {}, 'http://verify.example'],
  [
    'a device without a network',
    'blocking: offline',
    { fetch: refused, navigator: { onLine: false } },
    service,
  ],
  ['an unreachable service', 'blocking: service-unreachable', { fetch: refused }, service],
  [
    'a service that never answers',
    'blocking: service-unreachable',
    { fetch: () => new Promise(() => {}) },
    service,
  ],
  ['a proxy that drops headers', 'blocking: service-cors', { fetch: withoutCors }, service],
  ['another server', 'blocking: service-unexpected', { fetch: respondWith(404, {}) }, service],
  [
    'a page that answers everything',
    'blocking: service-unexpected',
    { fetch: respondWith(200, 'hello') },
    service,
  ],
];

describe.each(cases)('a check of %s', (_name, expected, options, address) => {
  test(`reports exactly one finding: ${expected}`, async () => {
    const { found, report } = await check(options, address);
    expect(found).toEqual([expected]);
    expect(report.ok).toBe(expected.startsWith('warning'));
    const [finding] = report.findings;
    expect(finding?.title).toMatch(/\.$/);
    expect(finding?.remedy).toMatch(/\.$/);
  });

  test('cleans up, and shows the user no prompt', async () => {
    const { left, asked } = await check(options, address);
    expect(left).toEqual({ addresses: 0, workers: 0, listeners: 0, styles: 0 });
    expect(asked.times).toBe(0);
  });
});

function insecure(): FakeScopeOptions {
  return { page: { isSecureContext: false }, navigator: without({}) };
}

/** Puts the page into a frame, inside a page that may use the camera, may not, or is of another origin. */
function inFrame(around: boolean | 'cross-origin'): FakeScopeOptions {
  const top: Scope =
    around === 'cross-origin' ? Object.defineProperty({}, 'document', { get: blocked }) : fakeTop(around);
  return { cameraPolicy: false, page: { top } };
}

function fakeTop(cameraPolicy: boolean): Scope {
  return fakeScope({ cameraPolicy }).scope;
}

function without(members: Partial<PageNavigator>): Partial<PageNavigator> {
  return { ...members, mediaDevices: undefined as never };
}

function permission(state: PermissionState): Partial<PageNavigator> {
  return { permissions: { query: async () => ({ state }) as PermissionStatus } };
}

function devices(...kinds: readonly MediaDeviceKind[]): Partial<PageNavigator> {
  return {
    mediaDevices: {
      getUserMedia: async () => new MediaStream(),
      enumerateDevices: async () => kinds.map((kind) => ({ kind }) as MediaDeviceInfo),
    },
  };
}

describe('the Content-Security-Policy', () => {
  /** Checks a page whose requests fail with a policy violation. */
  async function connect(violation: Partial<SecurityPolicyViolationEvent>) {
    const fake = fakeScope({ fetch: refused });
    const clock = fakeClock();
    const checking = checkDevice(fake.scope, toNamedService(service), clock);
    fake.violate({ disposition: 'enforce', effectiveDirective: 'connect-src', ...violation });
    await clock.advance(deadlineMs);
    return (await checking).findings;
  }

  test('reports the source that the Content-Security-Policy lacks, instead of a failed network', async () => {
    const [finding] = await connect({ blockedURI: `${service}/orchestration-api/v1/client/ping` });
    expect(finding).toMatchObject({
      code: 'connection-blocked',
      severity: 'blocking',
      remedy: expect.stringContaining(`${service} to connect-src`),
    });
  });

  test.each([
    ['another address', { blockedURI: 'https://other.example/' }],
    ['another directive', { blockedURI: service, effectiveDirective: 'img-src' }],
    ['a report-only policy', { blockedURI: service, disposition: 'report' }],
  ] as const)(
    'does not blame the Content-Security-Policy for a violation of %s',
    async (_name, violation) => {
      expect((await connect(violation)).map(({ code }) => code)).toEqual(['service-unreachable']);
    },
  );
});

test('names the origin of the frame in the remedy', async () => {
  const { report } = await check(inFrame('cross-origin'));
  expect(report.findings[0]?.remedy).toContain('allow="camera"');
  expect(report.findings[0]?.remedy).toContain('camera=(self "https://shop.example")');
});

test('calls the service like the flow, without cookies and referrer', async () => {
  const fetch = vi.fn(respondWith(200, { data: {} }));
  await check({ fetch });
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    clientAddress(service, 'ping'),
    expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' }),
  );
});

test('allows an https page to reach an http service on the device itself', async () => {
  for (const address of ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
    expect((await check({}, address)).found).toEqual([]);
  }
});

describe('a browser without adopted style sheets', () => {
  test('reports nothing if the nonce of the page is passed', async () => {
    const { found, left } = await check({ styles: 'nonced' }, service, { cspNonce: 'n0nce' });
    expect([found, left.styles]).toEqual([[], 0]);
  });

  test.each([
    ['another nonce', { cspNonce: 'other' }],
    ['an invalid nonce', { cspNonce: 7 }],
    ['options that throw', new Proxy({}, { get: blocked })],
  ])('reports blocked styles for %s', async (_name, given) => {
    const { found } = await check({ styles: 'nonced' }, service, given);
    expect(found).toEqual(['blocking: styles-blocked']);
  });
});

describe('a browser that reveals less', () => {
  test.each<readonly [string, FakeScopeOptions]>([
    ['permissions', { navigator: { permissions: undefined as never } }],
    ['this permission', { navigator: { permissions: { query: () => Promise.reject(new TypeError()) } } }],
    ['its devices', { navigator: { mediaDevices: { getUserMedia: async () => new MediaStream() } } }],
    ['the Permissions Policy', { page: { document: { addEventListener() {}, removeEventListener() {} } } }],
    ['the network', { navigator: { onLine: undefined as never } }],
  ])('reports nothing if the browser does not reveal %s', async (_name, options) => {
    expect((await check(options)).found).toEqual([]);
  });
});

test('reports workers blocked by the Trusted Types policy of another SDK copy, and the remedy', async () => {
  const createPolicy = () => {
    throw new TypeError('Policy "vendor-orchestration" already exists.');
  };
  vi.stubGlobal('trustedTypes', { createPolicy });
  const { report, found } = await check();
  vi.unstubAllGlobals();
  expect(found).toEqual(['warning: worker-blocked']);
  expect(report.findings[0]?.remedy).toContain("trusted-types, with 'allow-duplicates'");
});

describe('a browser that never answers', () => {
  const never = () => new Promise<never>(() => {});
  test.each<readonly [string, FakeScopeOptions]>([
    ['the camera permission', { navigator: { permissions: { query: never } } }],
    ['the devices', { navigator: { mediaDevices: { getUserMedia: never, enumerateDevices: never } } }],
    ['a picture', { picture: 'hangs' }],
    ['its worker', { worker: 'hangs' }],
  ])('waits until the time limit for an answer about %s, and reports nothing', async (_name, options) => {
    const { scope, left } = fakeScope(options);
    const clock = fakeClock();
    let isDone = false;
    const checking = checkDevice(scope, toNamedService(service), clock).finally(() => {
      isDone = true;
    });
    await clock.advance(deadlineMs - 1);
    expect(isDone).toBe(false);
    await clock.advance(1);
    expect(await checking).toEqual({ ok: true, findings: [] });
    expect(left).toEqual({ addresses: 0, workers: 0, listeners: 0, styles: 0 });
  });
});

test('reports several findings, ordered from the page to the service', async () => {
  const { found } = await check({
    worker: 'fails',
    fetch: refused,
    navigator: permission('denied'),
    page: { sessionStorage: { setItem: blocked } as never },
  });
  expect(found).toEqual([
    'blocking: camera-denied',
    'warning: worker-blocked',
    'blocking: service-unreachable',
    'warning: storage-blocked',
  ]);
});

test('reports that there is no page on a server', async () => {
  const report = await checkDevice({}, toNamedService(service), fakeClock());
  expect(report).toMatchObject({ ok: false, findings: [{ code: 'not-a-browser', severity: 'blocking' }] });
});

describe('the README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

  test('explains every finding in the README, and no others', () => {
    const explained = [...readme.matchAll(/^\| `([a-z-]+)` +\| (?:blocking|warning)/gm)].map(
      ([, code]) => code,
    );
    expect(explained).toEqual([...preflightCodes]);
  });

  test('contains every README section that a finding links to', async () => {
    const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
      words.toLowerCase().replaceAll(' ', '-'),
    );
    const anchors = await Promise.all(
      [insecure(), { worker: 'fails' } as const, { cameraPolicy: false }].map(async (options) => {
        const { report } = await check(options, null);
        return report.findings.map(({ docsAnchor }) => docsAnchor ?? '');
      }),
    );
    expect(headings).toEqual(expect.arrayContaining([...new Set(anchors.flat())]));
  });
});
