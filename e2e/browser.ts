import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const knownPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Features to disable. Chromium uses only the last switch of this name, so Playwright's relevant features are repeated. The
 * last two features draw a page for the address bar of every new window, which costs as much as a whole journey.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'Translate',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Flags of every browser in the journeys: no sandbox (containers have none) and no requests to Google. */
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];

/** Returns options for the browser at `CHROMIUM_PATH` or one of the usual paths, with a camera that plays a video. */
export function launchOptions(videoPath: string, flags: readonly string[] = []): LaunchOptions {
  const path = [process.env.CHROMIUM_PATH, ...knownPlaces].find((place) => place && existsSync(place));
  return {
    ...(path && { executablePath: path }),
    args: [
      ...quietFlags,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${videoPath}`,
      ...flags,
    ],
  };
}
