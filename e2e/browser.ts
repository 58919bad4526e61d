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
 * Features that the browser is to leave out. The second switch of this name counts, so those of Playwright that matter
 * here are repeated; the last two are a page that a new window draws for its address bar, which costs as much as a
 * whole journey.
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

/** Flags that every browser of the journeys is started with: no sandbox (containers have none), and no calls home. */
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

/** Starts the browser named by `CHROMIUM_PATH`, or one from the usual places, with a camera that plays a video. */
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
