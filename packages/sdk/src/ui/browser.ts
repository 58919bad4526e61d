import { isIos } from '../preflight/hosting-app.ts';
import type { PageNavigator } from '../preflight/scope.ts';

/** Browsers that differ in how the user allows the camera. */
export type Browser =
  | 'chrome-desktop'
  | 'chrome-android'
  | 'samsung'
  | 'safari-ios'
  /** Chrome, Firefox and others on an iPhone or iPad, where the system keeps their permissions. */
  | 'other-ios'
  | 'safari-mac'
  | 'firefox-desktop'
  | 'firefox-android'
  | 'other';

/**
 * Guesses the browser from its user agent, only to choose the instructions. Browsers built on Chromium share those of Chrome,
 * except for Samsung's.
 */
export function detectBrowser(navigator: PageNavigator): Browser {
  const { userAgent } = navigator;
  const isAndroid = userAgent.includes('Android');
  if (isIos(navigator)) return /(CriOS|FxiOS|EdgiOS|OPT)\//.test(userAgent) ? 'other-ios' : 'safari-ios';
  if (userAgent.includes('SamsungBrowser/')) return 'samsung';
  if (/Firefox\//.test(userAgent)) return isAndroid ? 'firefox-android' : 'firefox-desktop';
  if (/Chrome\//.test(userAgent)) return isAndroid ? 'chrome-android' : 'chrome-desktop';
  if (/Macintosh.*Safari\//.test(userAgent)) return 'safari-mac';
  return 'other';
}
