import { expect, test } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [`${mozilla} (Windows NT 10.0; Win64) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome on Windows'],
  [`${mozilla} (Windows NT 10.0; Win64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [
    `${mozilla} (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${mozilla} (Windows NT 10.0; Win64) ${webkit} Chrome/140.0 Safari/537.36 OPR/120.0`, 'Opera on Windows'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 EdgiOS/140.0 Safari/605.1.15`,
    'Edge on iPhone',
  ],
  [
    `${mozilla} (iPad; CPU OS 18_0 like Mac OS X) ${webkit} Version/18.0 Safari/604.1 OPT/5.0`,
    'Opera on iPad',
  ],
  ['curl/8.0', null],
  ['<script>', null],
  ['', null],
])('describes the browser "%s"', (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words);
});
