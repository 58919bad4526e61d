import { type DeviceReport, deviceReportSchema } from '@vendor/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyText } from '../testing/any-text.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { collectDevice } from './collect-device.ts';
import type { DeviceNavigator, DeviceScope, RendererContext } from './device-scope.ts';
import { reportDevice } from './report-device.ts';

/** Creates a navigator with getters on its prototype, like a browser's; bound functions look like native code. */
function navigatorWith(values: Partial<DeviceNavigator>): DeviceNavigator {
  const prototype = {};
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(prototype, name, { get: (() => value).bind(null), configurable: true });
  return Object.create(prototype) as DeviceNavigator;
}

const values = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36',
  platform: 'Linux x86_64',
  languages: ['en-GB', 'en'],
  hardwareConcurrency: 8,
  deviceMemory: 8,
  maxTouchPoints: 0,
  webdriver: false,
  userAgentData: {
    brands: [{ brand: 'Chromium', version: '131' }],
    mobile: false,
    getHighEntropyValues: async (names: readonly string[]) => ({
      ...Object.fromEntries(names.map((name) => [name, `its ${name}`])),
      uaFullVersion: 'not asked for',
    }),
  },
};

function documentWithWebGl(names: Readonly<Record<number, string>>) {
  const lost: string[] = [];
  const asked: string[] = [];
  const context = {
    VENDOR: 1,
    RENDERER: 2,
    getParameter: (name: number) => names[name],
    getExtension(name: string) {
      asked.push(name);
      return name === 'WEBGL_lose_context'
        ? { loseContext: () => lost.push(name) }
        : { UNMASKED_VENDOR_WEBGL: 3, UNMASKED_RENDERER_WEBGL: 4 };
    },
  } as unknown as RendererContext;
  return { document: { createElement: () => ({ getContext: () => context }) }, lost, asked };
}

const scopeWith = (changes: Partial<DeviceScope> = {}): DeviceScope => ({
  navigator: navigatorWith(values),
  screen: { width: 1920, height: 1080, colorDepth: 24 },
  devicePixelRatio: 1.5,
  ...changes,
});

async function valid(scope: DeviceScope): Promise<DeviceReport> {
  const report = await collectDevice(scope);
  // The service accepts the report without cutting or refusing anything.
  expect(deviceReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  return report;
}

describe('the device report', () => {
  it('reports what the browser reveals to every page, and the requested hints', {
    tags: ['S2.3-50'],
  }, async () => {
    const { timeZone, utcOffsetMinutes, ...report } = await valid(scopeWith());
    expect(timeZone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(utcOffsetMinutes).toBe(0 - new Date().getTimezoneOffset());
    expect(report).toEqual({
      userAgent: values.userAgent,
      brands: [{ brand: 'Chromium', version: '131' }],
      mobile: false,
      hints: {
        platform: 'its platform',
        platformVersion: 'its platformVersion',
        architecture: 'its architecture',
        bitness: 'its bitness',
        model: 'its model',
      },
      platform: 'Linux x86_64',
      languages: ['en-GB', 'en'],
      screen: { width: 1920, height: 1080, colorDepth: 24, pixelRatio: 1.5 },
      cores: 8,
      memory: 8,
      touchPoints: 0,
      renderer: null,
      automation: { webdriver: false, traces: [], replaced: [] },
    });
  });

  it('reports null for what the browser does not reveal', async () => {
    const firefox = navigatorWith({ userAgent: 'Firefox', languages: ['de'], webdriver: false });
    expect(await valid(scopeWith({ navigator: firefox }))).toMatchObject({
      brands: null,
      mobile: null,
      hints: null,
      platform: null,
      cores: null,
      memory: null,
      touchPoints: null,
    });
    expect(await valid({})).toMatchObject({ userAgent: '', languages: [], screen: { width: 0 } });
  });

  it('reports no hints if the page forbids them', async () => {
    const getHighEntropyValues = async () => Promise.reject(new DOMException('', 'NotAllowedError'));
    const navigator = navigatorWith({ ...values, userAgentData: { getHighEntropyValues } });
    expect((await valid(scopeWith({ navigator }))).hints).toBeNull();
  });

  it('reports the name of the WebGL renderer, and releases the context', async () => {
    const plain = documentWithWebGl({ 1: 'Mozilla', 2: 'Intel(R) HD Graphics, or similar' });
    expect((await valid(scopeWith(plain))).renderer).toEqual({
      vendor: 'Mozilla',
      name: 'Intel(R) HD Graphics, or similar',
    });
    expect(plain.asked).toEqual(['WEBGL_lose_context']);
    const masked = documentWithWebGl({ 1: 'WebKit', 2: 'WebKit WebGL', 3: 'Mesa', 4: 'llvmpipe' });
    expect((await valid(scopeWith(masked))).renderer).toEqual({ vendor: 'Mesa', name: 'llvmpipe' });
    expect(masked.lost).toHaveLength(1);
    const hidden = documentWithWebGl({ 1: 'WebKit', 2: 'WebKit WebGL', 3: 'WebKit', 4: 'WebKit WebGL' });
    expect((await valid(scopeWith(hidden))).renderer).toBeNull();
  });

  it('reports traces of automation, and replaced members of the navigator', async () => {
    const navigator = navigatorWith({ ...values, webdriver: true });
    Object.defineProperty(navigator, 'webdriver', { value: false });
    const scripted = Object.getPrototypeOf(navigator);
    Object.defineProperty(scripted, 'platform', { get: () => 'Win32' });
    const page = {
      ...scopeWith({ navigator }),
      __selenium_unwrapped: 1,
      __pwInitScripts: {},
      cdc_adoQ_Array: [],
    };
    expect((await valid(page)).automation).toEqual({
      webdriver: false,
      traces: ['chromedriver', 'selenium', 'playwright'],
      replaced: ['webdriver', 'platform'],
    });
  });

  it('matches the service’s schema, whatever the page has replaced', async () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });
    const odd = fc.record({
      userAgent: fc.oneof(anything, anyText({ maxLength: 2_000 })),
      platform: anything,
      languages: fc.oneof(
        anything,
        fc.array(fc.oneof(anything, fc.string({ maxLength: 200 })), { maxLength: 50 }),
      ),
      hardwareConcurrency: anything,
      deviceMemory: fc.oneof(anything, fc.double()),
      maxTouchPoints: fc.oneof(anything, fc.double()),
      webdriver: anything,
      userAgentData: fc.oneof(
        anything,
        fc.record({ brands: fc.oneof(anything, fc.array(anything)), mobile: anything }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        odd,
        fc.record({ width: anything, height: fc.double() }),
        async (navigator, screen) => {
          await valid({ navigator, screen } as unknown as DeviceScope);
        },
      ),
    );
  });
});

describe('sending the report', () => {
  const fetched = vi.fn<typeof fetch>();
  const clock = fakeClock();
  beforeEach(() => {
    fetched.mockReset();
    vi.stubGlobal('fetch', fetched);
  });
  afterEach(() => vi.unstubAllGlobals());
  const send = (scope = scopeWith(), { signal } = new AbortController()) =>
    reportDevice({ baseAddress: 'https://s', sessionKey: 'key', clock, signal, scope });

  it('sends the report with the session key, without cookies or a referrer', async () => {
    fetched.mockResolvedValue(new Response('{"data":{}}'));
    await send();
    const [address, request] = fetched.mock.calls[0]!;
    expect(address).toBe('https://s/orchestration-api/v1/client/device');
    expect(request).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { authorization: 'Bearer key' },
    });
    expect(deviceReportSchema.safeParse(JSON.parse(String(request?.body))).success).toBe(true);
  });

  it('sends the report again if there was no answer', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    fetched.mockResolvedValueOnce(new Response('{"data":{}}'));
    const reporting = send();
    await settle();
    await clock.advance(1_000);
    await reporting;
    const [first, second] = fetched.mock.calls.map(([, request]) => request?.body);
    expect(second).toBe(first);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('continues if the service refuses the report, or the page has broken its navigator', async () => {
    fetched.mockResolvedValue(new Response('{"code":"STEP_NOT_AWAITED"}', { status: 409 }));
    await expect(send()).resolves.toBeUndefined();
    expect(fetched).toHaveBeenCalledTimes(1);
    const broken = {
      get navigator(): never {
        throw new Error('of the page');
      },
    };
    await expect(send(broken)).resolves.toBeUndefined();
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('does not retry after the flow was closed', async () => {
    const life = new AbortController();
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const reporting = send(scopeWith(), life);
    await settle();
    life.abort();
    await reporting;
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
