import { expect, it } from 'vitest';
import { platformOf } from './platform-of.ts';

it.each([
  [
    'WEB',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36',
  ],
  ['ANDROID', 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0'],
  ['IOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'],
  ['IOS', 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'],
  // Safari on iPadOS requests desktop pages, and claims to be a Mac.
  [
    'WEB',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  ],
  ['WEB', ''],
])('detects the platform %s from "%s"', (platform, userAgent) => {
  expect(platformOf(userAgent)).toBe(platform);
});
