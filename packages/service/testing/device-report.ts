import type { DeviceReport } from '@vendor/contract';

/** Builds the device report of a desktop browser, with changes by the test. */
export function deviceReport(changes: Partial<DeviceReport> = {}): DeviceReport {
  return {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    brands: null,
    mobile: null,
    hints: null,
    platform: 'Linux x86_64',
    languages: ['en-GB'],
    timeZone: 'Europe/London',
    utcOffsetMinutes: 0,
    screen: { width: 1920, height: 1080, colorDepth: 24, pixelRatio: 1 },
    cores: 8,
    memory: null,
    touchPoints: 0,
    renderer: { vendor: 'Intel', name: 'Mesa Intel(R) UHD Graphics 620' },
    automation: { webdriver: false, traces: [], replaced: [] },
    ...changes,
  };
}
