import { expect, test } from 'vitest';
import { browserToOpen, hostingApp } from './hosting-app.ts';

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ipad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko)';
const androidView =
  'Mozilla/5.0 (Linux; Android 14; SM-S911B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36';

// User agents as published by the makers of apps and browsers, with shortened versions.
test.each([
  ['Instagram', 'Safari', `${ios} Mobile/15E148 Instagram 300.0 (iPhone14,5; iOS 17_5)`],
  ['Instagram', 'Chrome', `${androidView} Instagram 300.0 Android`],
  ['Facebook', 'Safari', `${ios} Mobile/15E148 [FBAN/FBIOS;FBAV/450.0;FBBV/1]`],
  ['Facebook', 'Chrome', `${androidView} [FB_IAB/FB4A;FBAV/450.0;]`],
  ['TikTok', 'Safari', `${ios} Mobile/15E148 musical_ly_34.0 BytedanceWebview/d8a21c6`],
  ['TikTok', 'Chrome', `${androidView} trill_340 BytedanceWebview/d8a21c6`],
  ['LINE', 'Safari', `${ios} Mobile/15E148 Safari Line/14.0`],
  ['LINE', 'Chrome', `${androidView} Line/14.0/IAB`],
  ['WeChat', 'Safari', `${ios} Mobile/15E148 MicroMessenger/8.0 NetType/WIFI`],
  ['Snapchat', 'Safari', `${ios} Mobile/15E148 Snapchat/12.0 (like Safari/8617.2.4)`],
  ['Snapchat', 'Chrome', `${androidView} Snapchat/12.0`],
  ['the Google app', 'Safari', `${ios} GSA/300.0 Mobile/15E148 Safari/604.1`],
  ['an app', 'Chrome', androidView],
  ['an app', 'Safari', `${ios} Mobile/15E148`],
])('recognizes %s, and suggests %s instead', (app, browser, userAgent) => {
  expect([hostingApp({ userAgent }), browserToOpen({ userAgent })]).toEqual([app, browser]);
});

test.each([
  `${ios} Version/17.5 Mobile/15E148 Safari/604.1`,
  `${ios} CriOS/131.0 Mobile/15E148 Safari/604.1`,
  `${ios} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`,
  `${ipad} Version/17.5 Safari/605.1.15`,
  `${android} Chrome/131.0 Mobile Safari/537.36`,
  `${android} SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36`,
  'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0',
  '',
])('does not take a browser for an app: %s', (userAgent) => {
  expect(hostingApp({ userAgent })).toBeNull();
});

test('recognizes an app on an iPad, which identifies itself as a Mac', () => {
  const navigator = { userAgent: ipad, maxTouchPoints: 5 };
  expect([hostingApp(navigator), browserToOpen(navigator)]).toEqual(['an app', 'Safari']);
});

test('does not take a page on the home screen for an app', () => {
  expect(hostingApp({ userAgent: `${ios} Mobile/15E148`, standalone: true })).toBeNull();
});

test('suggests no particular browser on a computer', () => {
  expect(browserToOpen({ userAgent: 'Mozilla/5.0 (Windows NT 10.0) MicroMessenger/8.0' })).toBeNull();
});
