/** The browsers whose way of allowing the camera differs. */
export type Browser =
  | 'chrome-desktop'
  | 'chrome-android'
  | 'safari-ios'
  | 'safari-mac'
  | 'firefox-desktop'
  | 'firefox-android'
  /** A web view inside another app. */
  | 'in-app'
  | 'other';

/** Signs of a web view: named apps, Android's `; wv)`, and iOS WebKit that does not call itself a browser. */
const IN_APP = /FBAN|FBAV|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|GSA\/|; wv\)/;
const IOS = /iPhone|iPad|iPod/;

/**
 * Guesses the browser from its user agent, only to choose the words of a how-to. Browsers built on Chromium share
 * Chrome's way; every browser on iOS asks through the system as Safari does.
 */
export function browserOf(userAgent: string): Browser {
  if (IN_APP.test(userAgent)) return 'in-app';
  const isAndroid = userAgent.includes('Android');
  if (IOS.test(userAgent)) return /Safari\//.test(userAgent) ? 'safari-ios' : 'in-app';
  if (/Firefox\//.test(userAgent)) return isAndroid ? 'firefox-android' : 'firefox-desktop';
  if (/Chrome\//.test(userAgent)) return isAndroid ? 'chrome-android' : 'chrome-desktop';
  if (/Macintosh.*Safari\//.test(userAgent)) return 'safari-mac';
  return 'other';
}
