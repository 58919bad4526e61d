import type { PageNavigator } from './scope.ts';

/** Apps that show pages in their own web view, by a pattern of their user agent. */
const signs: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Instagram', /Instagram/],
  ['Facebook', /FBA[NV]|FB_IAB/],
  ['TikTok', /TikTok|musical_ly|BytedanceWebview|trill_/i],
  ['LINE', /\bLine\//],
  ['WeChat', /MicroMessenger/],
  ['Snapchat', /Snapchat/],
  ['the Google app', /\bGSA\//],
  // Android marks any web view this way, whatever the app.
  ['an app', /; wv\)/],
];

const anyApp = 'an app';

/** Returns whether the device runs iOS or iPadOS. An iPad identifies itself as a Mac, which has no touch screen. */
export function isIos({ userAgent, maxTouchPoints = 0 }: PageNavigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/**
 * Returns the app in whose web view the page is shown, such as `Instagram`; null in a browser. Reads the user agent, because no
 * interface reveals the app.
 */
export function hostingApp(navigator: PageNavigator): string | null {
  const { userAgent, standalone = false } = navigator;
  const known = signs.find(([, sign]) => sign.test(userAgent));
  if (known) return known[0];
  // WebKit's web views omit the name of the browser, and so do pages on the home screen, which can use the camera.
  const isNamelessWebKit =
    /AppleWebKit/.test(userAgent) && !/Safari\/|Chrome\//.test(userAgent) && isApple(userAgent);
  return isNamelessWebKit && !standalone ? anyApp : null;
}

function isApple(userAgent: string): boolean {
  return /iPhone|iPad|iPod|Macintosh/.test(userAgent);
}

/** Returns the browser in which the user can continue; null on devices without a single common one. */
export function browserToOpen(navigator: PageNavigator): 'Safari' | 'Chrome' | null {
  if (isIos(navigator)) return 'Safari';
  return /Android/.test(navigator.userAgent) ? 'Chrome' : null;
}

/** Returns whether the browser has the camera interface, which is missing outside a secure context. */
export function hasCameraInterface({ mediaDevices }: PageNavigator): boolean {
  return typeof mediaDevices?.getUserMedia === 'function';
}
