import { beforeAll, expect, it } from 'vitest';
import { allowed } from '../build/floor/allowed.mjs';
import { builtFiles } from '../build/floor/built-files.mjs';
import { floorFaults } from '../build/floor/check-floor.mjs';

/** Browsers of the specification by their names in the compatibility data; versions older than required are stricter. */
const supported = {
  'Chrome 96': 'chrome',
  'Safari 15': 'safari',
  'Firefox 79': 'firefox',
  'Opera 82': 'opera',
  'iOS Safari 15': 'safari_ios',
  'Android Browser 81': 'webview_android',
  'Chrome for Android 96': 'chrome_android',
  'Firefox for Android 79': 'firefox_android',
} as const;

const planted = { 'chunks/shell-12345678.js': 'list.at(-1).group; new Temporal.Instant()' };
let faults: string[];
beforeAll(async () => {
  const files = await builtFiles();
  expect(Object.keys(files).length).toBeGreaterThan(20);
  faults = floorFaults(files, allowed);
});

it.each(Object.entries(supported))(
  'uses no feature in the built files that %s lacks',
  { tags: ['S4.5-3', 'S4.5-38', 'S4.5-39', 'S4.5-40', 'S4.5-41', 'S4.5-42', 'S4.5-43', 'S4.5-44'] },
  (_name, browser) => {
    const lacked = new RegExp(`\\b${browser} [\\dnp]`);
    expect(faults.filter((fault) => lacked.test(fault))).toEqual([]);
    // Checks that features lacking in this browser are found.
    expect(floorFaults(planted, []).filter((fault) => lacked.test(fault))).not.toEqual([]);
  },
);
