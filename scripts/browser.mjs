// Finds the browser that the journeys drive, or installs it: on Debian as root by apt, elsewhere by Playwright.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installMissing } from './debian.mjs';
import { root, run } from './workspace.mjs';

const e2e = join(root, 'e2e');

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the path of a Chromium, at `CHROMIUM_PATH` or one of the usual paths; undefined if there is none. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...usualPaths].find((path) => path && existsSync(path));
}

/** Fonts for the scripts of the nine languages. Without them, Arabic and Chinese are invisible in screenshots. */
const fontPackages = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk'];

/** Returns the path of a Chromium and installs it if needed. If that is impossible, prints the remedy and returns undefined. */
export async function ensureBrowser() {
  const left = await installMissing([...(findBrowser() ? [] : ['chromium']), ...fontPackages]);
  if (left.length > 0)
    console.error(
      `Not installed: ${left.join(', ')} (sudo apt-get install ${left.join(' ')}). Other fonts are wider, so tests may report that screens do not fit.`,
    );
  const found = findBrowser();
  if (found) return found;
  console.log('No browser found: asking Playwright to install its own Chromium …');
  if ((await run('npx', ['--no-install', 'playwright', 'install', 'chromium'], { cwd: e2e })) === 0) {
    const { chromium } = createRequire(join(e2e, 'package.json'))('@playwright/test');
    if (existsSync(chromium.executablePath())) return chromium.executablePath();
  }
  console.error(
    'The browser journeys need Chromium or Chrome, and none was found or could be installed here.\n' +
      'Install one (on Debian or Ubuntu: sudo apt-get install chromium) or name it in CHROMIUM_PATH.',
  );
  return undefined;
}
