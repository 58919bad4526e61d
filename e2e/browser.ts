import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const knownPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What every browser of the journeys is started with: no sandbox (containers have none), and nobody called at home. */
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What the camera of a browser shows, and whether the browser lets a page use it without asking. */
export interface FakeCamera {
  readonly videoPath: string;
  readonly isGranted: boolean;
}

/** Starts the browser named by `CHROMIUM_PATH`, or one from the usual places, with a fake camera. */
export function launchOptions({ videoPath, isGranted }: FakeCamera): LaunchOptions {
  const path = [process.env.CHROMIUM_PATH, ...knownPlaces].find((place) => place && existsSync(place));
  return {
    ...(path && { executablePath: path }),
    args: [
      ...quietFlags,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${videoPath}`,
      ...(isGranted ? ['--use-fake-ui-for-media-stream'] : []),
    ],
  };
}
