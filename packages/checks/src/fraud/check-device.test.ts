import type { DeviceReport, Outcome } from '@vendor/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDevice, type DeviceTask } from './check-device.ts';
import { type DeviceDoubt, type DeviceMember, deviceWeights } from './device-findings.ts';
import { findUtcOffset, matchesCountryTime } from './time-zone.ts';

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const report: DeviceReport = {
  userAgent: chromeOnWindows,
  brands: [
    { brand: 'Chromium', version: '131' },
    { brand: 'Google Chrome', version: '131' },
    { brand: 'Not_A Brand', version: '24' },
  ],
  mobile: false,
  hints: { platform: 'Windows', platformVersion: '15.0.0', architecture: 'x86', bitness: '64', model: '' },
  platform: 'Win32',
  languages: ['de-DE', 'de'],
  timeZone: 'Europe/Berlin',
  utcOffsetMinutes: 60,
  screen: { width: 1920, height: 1080, colorDepth: 24, pixelRatio: 1 },
  cores: 8,
  memory: 8,
  touchPoints: 0,
  renderer: { vendor: 'Google Inc. (Intel)', name: 'ANGLE (Intel, Intel(R) UHD Graphics 620)' },
  automation: { webdriver: false, traces: [], replaced: [] },
};
const receivedAt = Date.UTC(2026, 0, 15);
const judge = (changes: Partial<DeviceReport> = {}, task: Partial<DeviceTask> = {}, agent?: string) => {
  const sent = { ...report, ...changes };
  return checkDevice({
    reported: { report: sent, agent: agent ?? sent.userAgent, receivedAt },
    country: 'DE',
    users: 1,
    usersLimit: 3,
    ...task,
  });
};
const doubtsOf = (...args: Parameters<typeof judge>) =>
  judge(...args)
    .findings.filter(({ outcome }) => outcome !== 'PASS')
    .map(({ code }) => code);
const firefox = { brands: null, mobile: null, hints: null, memory: null } as const;
/** Reports of ordinary devices. */
const ordinary: Readonly<Record<string, Partial<DeviceReport>>> = {
  'Chrome on Windows': {},
  'Firefox on Linux': {
    ...firefox,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    platform: 'Linux x86_64',
    renderer: { vendor: 'Intel', name: 'Mesa Intel(R) UHD Graphics 620' },
  },
  'Safari on an iPhone': {
    ...firefox,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    platform: 'iPhone',
    touchPoints: 5,
    renderer: { vendor: 'Apple Inc.', name: 'Apple GPU' },
  },
  'Safari on an iPad, which calls itself a Mac': {
    ...firefox,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    platform: 'MacIntel',
    touchPoints: 5,
  },
  'Chrome on Android': {
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    mobile: true,
    hints: { platform: 'Android', model: 'Pixel 8' },
    platform: 'Linux armv81',
    touchPoints: 5,
  },
  'Chrome on Android that asks for pages of a desktop': {
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    hints: { platform: 'Android' },
    platform: 'Linux armv81',
    touchPoints: 5,
  },
  'Edge on ChromeOS': {
    userAgent:
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    hints: { platform: 'Chrome OS' },
    platform: 'Linux x86_64',
  },
};

describe('checkDevice', () => {
  it.each(Object.keys(ordinary))('passes the device of an honest user: %s', (name) => {
    const { outcome, members, score, findings } = judge(ordinary[name]);
    expect(findings.filter((finding) => finding.outcome !== 'PASS')).toEqual([]);
    expect([outcome, score, new Set(Object.values(members))]).toEqual(['PASS', 0, new Set(['PASS'])]);
  });

  it.each<[DeviceDoubt, Partial<DeviceReport>]>([
    ['DEVICE_AUTOMATED', { automation: { ...report.automation, webdriver: true } }],
    ['DEVICE_HEADLESS', { userAgent: chromeOnWindows.replace('Chrome', 'HeadlessChrome') }],
    ['DEVICE_HEADLESS', { brands: [{ brand: 'HeadlessChrome', version: '131' }] }],
    ['DEVICE_AUTOMATION_TRACES', { automation: { ...report.automation, traces: ['selenium'] } }],
    ['DEVICE_AUTOMATION_HIDDEN', { automation: { ...report.automation, replaced: ['webdriver'] } }],
    ['DEVICE_PLATFORM_DIFFERS', { platform: 'Linux x86_64' }],
    ['DEVICE_PLATFORM_DIFFERS', { hints: { platform: 'macOS' } }],
    ['DEVICE_BRAND_DIFFERS', { brands: [{ brand: 'Chromium', version: '120' }] }],
    ['DEVICE_TOUCH_MISSING', { ...ordinary['Safari on an iPhone'], touchPoints: 0 }],
    ['DEVICE_SCREEN_IMPOSSIBLE', { screen: { ...report.screen, width: 0 } }],
    ['DEVICE_SCREEN_IMPOSSIBLE', { screen: { ...report.screen, colorDepth: 0 } }],
    ['DEVICE_MEMBERS_REPLACED', { automation: { ...report.automation, replaced: ['languages'] } }],
    ['DEVICE_LANGUAGES_MISSING', { languages: [] }],
    ['DEVICE_CLOCK_DIFFERS', { utcOffsetMinutes: 0 }],
    ['DEVICE_TIME_ZONE_DIFFERS', { timeZone: 'America/New_York', utcOffsetMinutes: -300 }],
    ['DEVICE_RENDERER_VIRTUAL', { renderer: { vendor: 'Mesa', name: 'llvmpipe (LLVM 15.0.6, 256 bits)' } }],
    [
      'DEVICE_RENDERER_VIRTUAL',
      {
        renderer: {
          vendor: 'Google Inc. (Google)',
          name: 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))',
        },
      },
    ],
  ])('adds the weight of %s to the score', (doubt, changes) => {
    expect(doubtsOf(changes)).toContain(doubt);
    if (doubtsOf(changes).length === 1) expect(judge(changes).score).toBe(deviceWeights[doubt]);
  });

  it.each<[Partial<DeviceReport>, DeviceMember, Outcome]>([
    [{ automation: { ...report.automation, webdriver: true } }, 'automation', 'FAIL'],
    [{ automation: { ...report.automation, replaced: ['webdriver'] } }, 'automation', 'REVIEW'],
    [{ languages: [] }, 'consistency', 'REVIEW'],
    [{ platform: 'Linux x86_64' }, 'consistency', 'REVIEW'],
    [{ timeZone: 'America/New_York', utcOffsetMinutes: -300 }, 'location', 'REVIEW'],
    [{ renderer: { vendor: 'Mesa', name: 'llvmpipe (LLVM 15.0.6, 256 bits)' } }, 'renderer', 'REVIEW'],
  ])('counts %j against the member %s: %s', (changes, member, outcome) => {
    const passed = judge({}).members;
    expect(judge(changes).members).toEqual({ ...passed, [member]: outcome });
  });

  it('sends a device with different user agents in header and report to REVIEW', () => {
    expect(doubtsOf({}, {}, 'curl/8.0')).toEqual(['DEVICE_AGENT_DIFFERS']);
    // The user agent in the report is truncated at 512 characters.
    const long = `${chromeOnWindows} ${'x'.repeat(600)}`;
    expect(doubtsOf({ userAgent: long.slice(0, 512) }, {}, long)).toEqual([]);
    expect(doubtsOf({ userAgent: ` ${long}`.slice(0, 512) }, {}, long)).toEqual([]);
    expect(doubtsOf({ userAgent: `${long.slice(0, 511)}y` }, {}, long)).toEqual(['DEVICE_AGENT_DIFFERS']);
    // Only a truncated user agent may be a prefix of the header.
    expect(doubtsOf({}, {}, `${chromeOnWindows} x`)).toEqual(['DEVICE_AGENT_DIFFERS']);
  });

  it('accepts a header in another encoding of the same user agent', () => {
    expect(doubtsOf({ userAgent: ` ${chromeOnWindows} ` }, {}, chromeOnWindows)).toEqual([]);
    // "à" ends in a byte that is a space in Latin-1.
    const named = `${chromeOnWindows} Città`;
    const bytes = Buffer.from(named).toString('latin1');
    expect(doubtsOf({ userAgent: named }, {}, bytes)).toEqual([]);
    expect(doubtsOf({ userAgent: named }, {}, named)).toEqual([]);
    expect(doubtsOf({ userAgent: `${chromeOnWindows} Citt` }, {}, bytes)).toEqual(['DEVICE_AGENT_DIFFERS']);
  });

  it('sends a device with more users than the workflow allows to REVIEW', () => {
    expect(doubtsOf({}, { users: 3 })).toEqual([]);
    expect(doubtsOf({}, { users: 4 })).toEqual(['DEVICE_MANY_USERS']);
    expect(judge({}, { users: null }).members.users).toBe('NOT_PERFORMED');
  });

  it('fails only by a certain finding, however many others there are', { tags: ['S1-18'] }, () => {
    const odd = {
      platform: 'iPhone',
      languages: [],
      timeZone: 'Asia/Tokyo',
      automation: { webdriver: false, traces: [], replaced: ['webdriver', 'platform'] as const },
    };
    const everything = { ...odd, automation: { ...odd.automation, replaced: [...odd.automation.replaced] } };
    expect(judge(everything, { users: 9 })).toMatchObject({ outcome: 'REVIEW', score: 99 });
    const driven = { ...everything, automation: { ...everything.automation, webdriver: true } };
    const { outcome, score, members } = judge(driven);
    expect([outcome, members.automation]).toEqual(['FAIL', 'FAIL']);
    expect(score).toBeGreaterThan(100);
  });

  it('returns NOT_PERFORMED for a device without a report', () => {
    const { outcome, members, score } = checkDevice({
      reported: null,
      country: 'DE',
      users: null,
      usersLimit: 3,
    });
    expect([outcome, score]).toEqual(['PASS', 0]);
    expect(new Set(Object.values(members))).toEqual(new Set(['NOT_PERFORMED']));
  });

  it('lists the parts that were not checked', () => {
    const { members } = judge({ renderer: null }, { country: null });
    expect(members).toMatchObject({
      location: 'NOT_PERFORMED',
      renderer: 'NOT_PERFORMED',
      consistency: 'PASS',
    });
    expect(judge({ timeZone: 'Nowhere/Else' }).members.location).toBe('NOT_PERFORMED');
    expect(judge({}, { country: '??' }).members.location).toBe('NOT_PERFORMED');
  });

  it('never throws, whatever a device reports', () => {
    const odd = fc.record({
      userAgent: fc.string({ maxLength: 512 }),
      platform: fc.option(fc.string({ maxLength: 64 })),
      timeZone: fc.option(
        fc.oneof(fc.string({ maxLength: 64 }), fc.constantFrom('UTC', '+05:30', 'Etc/GMT+9')),
      ),
      languages: fc.array(fc.string({ maxLength: 64 }), { maxLength: 32 }),
      brands: fc.option(fc.array(fc.record({ brand: fc.string(), version: fc.string() }))),
    });
    fc.assert(
      fc.property(odd, fc.string(), (changes, agent) => {
        const { score } = judge(changes, {}, agent);
        expect(score).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('time zones', () => {
  it('finds the UTC offset of a zone at a moment', () => {
    expect(findUtcOffset('Europe/Berlin', receivedAt)).toBe(60);
    expect(findUtcOffset('Europe/Berlin', Date.UTC(2026, 6, 1))).toBe(120);
    expect(findUtcOffset('Asia/Kolkata', receivedAt)).toBe(330);
    expect(findUtcOffset('America/St_Johns', receivedAt)).toBe(-210);
    expect(findUtcOffset('UTC', receivedAt)).toBe(0);
    expect(findUtcOffset('Middle/Earth', receivedAt)).toBeNull();
  });

  it('matches a country if some place in it has the local time, whatever the name of the zone', () => {
    expect(matchesCountryTime('DE', 'Europe/Paris', receivedAt)).toBe(true);
    expect(matchesCountryTime('US', 'Pacific/Honolulu', receivedAt)).toBe(true);
    expect(matchesCountryTime('GB', 'Europe/Berlin', receivedAt)).toBe(false);
    // Kosovo has the zone of a neighbour.
    expect(matchesCountryTime('XK', 'Europe/Belgrade', receivedAt)).toBe(true);
    expect(matchesCountryTime('XK', 'Europe/London', receivedAt)).toBe(false);
    expect(matchesCountryTime('XX', 'Europe/Berlin', receivedAt)).toBeNull();
  });
});
