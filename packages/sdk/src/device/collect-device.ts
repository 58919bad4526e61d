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
    userAgent: text(navigator.userAgent, 512) ?? '',
    brands: safely(() => brandsOf(userAgentData)),
    mobile: typeof userAgentData?.mobile === 'boolean' ? userAgentData.mobile : null,
    hints: await hintsOf(userAgentData),
    platform: text(navigator.platform, 64),
    languages: Array.isArray(languages) ? languages.slice(0, 32).flatMap((one) => text(one, 64) ?? []) : [],
    timeZone: text(new Intl.DateTimeFormat().resolvedOptions().timeZone, 64),
    // JavaScript's offset is positive west of UTC.
    utcOffsetMinutes: 0 - Math.round(new Date().getTimezoneOffset()),
    screen: {
      width: count(screen.width) ?? 0,
      height: count(screen.height) ?? 0,
      colorDepth: count(screen.colorDepth) ?? 0,
      pixelRatio: amount(scope.devicePixelRatio, 1_000) ?? 0,
    },
    cores: count(navigator.hardwareConcurrency),
    memory: amount(navigator.deviceMemory, 1_000_000),
    touchPoints: count(navigator.maxTouchPoints),
    renderer: safely(() => webGlRenderer(scope)),
    automation: safely(() => automationSigns(scope)) ?? { webdriver: null, traces: [], replaced: [] },
  };
}

function brandsOf(data: UserAgentData | undefined): DeviceReport['brands'] {
  if (!Array.isArray(data?.brands)) return null;
  return data.brands
    .slice(0, 16)
    .map(({ brand, version }) => ({ brand: text(brand, 64) ?? '', version: text(version, 32) ?? '' }));
}

/** Maximum length of each hint; `platform` is one of those that are sent without a request. */
const hintLengths = { platform: 64, platformVersion: 32, architecture: 32, bitness: 16, model: 64 } as const;

async function hintsOf(data: UserAgentData | undefined): Promise<DeviceReport['hints']> {
  try {
    const given = await data?.getHighEntropyValues?.(Object.keys(hintLengths));
    if (!given) return null;
    const hints = Object.entries(hintLengths).map(([name, length]) => [name, text(given[name], length)]);
    return Object.fromEntries(hints.filter(([, value]) => value !== null));
  } catch {
    // A policy of the page may forbid them.
    return null;
  }
}

/** Returns a text cut to the length that the service accepts, without NUL or half a surrogate pair. */
function text(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  return value.slice(0, maxLength).replace(/\0|\p{Surrogate}/gu, '');
}

function amount(value: unknown, most: number): number | null {
  return typeof value === 'number' && value >= 0 ? Math.min(value, most) + 0 : null;
}

function count(value: unknown): number | null {
  const known = amount(value, 1_000_000);
  return known === null ? null : Math.round(known) + 0;
}

function safely<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
