import type { DeviceReport } from '@vendor/contract';
import { automationSigns } from './automation-signs.ts';
import type { DeviceScope, UserAgentData } from './device-scope.ts';
import { webGlRenderer } from './web-gl-renderer.ts';

/**
 * Collects what the browser reveals about its device to every page, without a permission and without storing anything. Omits
 * what cannot be read.
 */
export async function collectDevice(scope: DeviceScope): Promise<DeviceReport> {
  const { navigator = {}, screen = {} } = scope;
  const { userAgentData, languages } = navigator;
  return {
    userAgent: toText(navigator.userAgent, 512) ?? '',
    brands: tryRead(() => readBrands(userAgentData)),
    mobile: typeof userAgentData?.mobile === 'boolean' ? userAgentData.mobile : null,
    hints: await readHints(userAgentData),
    platform: toText(navigator.platform, 64),
    languages: Array.isArray(languages) ? languages.slice(0, 32).flatMap((one) => toText(one, 64) ?? []) : [],
    timeZone: toText(new Intl.DateTimeFormat().resolvedOptions().timeZone, 64),
    // JavaScript's offset is positive west of UTC.
    utcOffsetMinutes: 0 - Math.round(new Date().getTimezoneOffset()),
    screen: {
      width: toCount(screen.width) ?? 0,
      height: toCount(screen.height) ?? 0,
      colorDepth: toCount(screen.colorDepth) ?? 0,
      pixelRatio: toAmount(scope.devicePixelRatio, 1_000) ?? 0,
    },
    cores: toCount(navigator.hardwareConcurrency),
    memory: toAmount(navigator.deviceMemory, 1_000_000),
    touchPoints: toCount(navigator.maxTouchPoints),
    renderer: tryRead(() => webGlRenderer(scope)),
    automation: tryRead(() => automationSigns(scope)) ?? { webdriver: null, traces: [], replaced: [] },
  };
}

function readBrands(data: UserAgentData | undefined): DeviceReport['brands'] {
  if (!Array.isArray(data?.brands)) return null;
  return data.brands
    .slice(0, 16)
    .map(({ brand, version }) => ({ brand: toText(brand, 64) ?? '', version: toText(version, 32) ?? '' }));
}

/** Maximum length of each hint, in characters. */
const hintLengths = { platform: 64, platformVersion: 32, architecture: 32, bitness: 16, model: 64 } as const;

async function readHints(data: UserAgentData | undefined): Promise<DeviceReport['hints']> {
  try {
    const given = await data?.getHighEntropyValues?.(Object.keys(hintLengths));
    if (!given) return null;
    const hints = Object.entries(hintLengths).map(([name, length]) => [name, toText(given[name], length)]);
    return Object.fromEntries(hints.filter(([, value]) => value !== null));
  } catch {
    // A policy of the page may forbid them.
    return null;
  }
}

/** Returns a text cut to the length that the service accepts, without NUL or half a surrogate pair. */
function toText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  return value.slice(0, maxLength).replace(/\0|\p{Surrogate}/gu, '');
}

/** Returns a number between 0 and a maximum; adding 0 turns -0 into 0. */
function toAmount(value: unknown, max: number): number | null {
  return typeof value === 'number' && value >= 0 ? Math.min(value, max) + 0 : null;
}

function toCount(value: unknown): number | null {
  const known = toAmount(value, 1_000_000);
  return known === null ? null : Math.round(known) + 0;
}

function tryRead<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
