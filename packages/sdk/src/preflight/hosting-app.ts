import type { PageNavigator } from './scope.ts';

/** Apps that show pages in a view of their own, by the sign in their user agent. */
const signs: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Instagram', /Instagram/],
  ['Facebook', /FBA[NV]|FB_IAB/],
  ['TikTok', /TikTok|musical_ly|BytedanceWebview|trill_/i],
  ['LINE', /\bLine\//],
  ['WeChat', /MicroMessenger/],
  ['Snapchat', /Snapchat/],
  ['the Google app', /\bGSA\//],
  // Android's own mark of a web view, whichever app it belongs to.
  ['an app', /; wv\)/],
];

const anyApp = 'an app';

/** Whether the device runs iOS or iPadOS; an iPad calls itself a Mac, which has no touch screen. */
export function isIos({ userAgent, maxTouchPoints = 0 }: PageNavigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/**
 * The app in whose web view the page is shown, such as `Instagram`; null in a browser. By the user agent alone: no
 * interface tells.
 */
export function hostingApp(navigator: PageNavigator): string | null {
  const { userAgent, standalone = false } = navigator;
  const known = signs.find(([, sign]) => sign.test(userAgent));
  if (known) return known[0];
  // WebKit's views leave the name of the browser out. A page on the home screen does so too, and has its camera.
  const isNamelessWebKit =
    /AppleWebKit/.test(userAgent) && !/Safari\/|Chrome\//.test(userAgent) && isApple(userAgent);
  return isNamelessWebKit && !standalone ? anyApp : null;
}

function isApple(userAgent: string): boolean {
  return /iPhone|iPad|iPod|Macintosh/.test(userAgent);
}

/** The browser to go on in, as the user knows it; null where each device has another. */
export function browserToOpen(navigator: PageNavigator): 'Safari' | 'Chrome' | null {
  if (isIos(navigator)) return 'Safari';
  return /Android/.test(navigator.userAgent) ? 'Chrome' : null;
}

/** Whether the browser has a way to the camera at all; outside of a secure context none has. */
export function hasCameraInterface({ mediaDevices }: PageNavigator): boolean {
  return typeof mediaDevices?.getUserMedia === 'function';
}
