// Finds the browser that the journeys drive, and installs it when there is none: on Debian as root by apt, elsewhere by Playwright.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isOnPath, root, run } from './workspace.mjs';

const e2e = join(root, 'e2e');

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium, by `CHROMIUM_PATH` or in the usual places; undefined when there is none. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...known].find((path) => path && existsSync(path));
}

/** Scripts of the nine languages: Arabic and Chinese need fonts of their own to be seen in a screenshot. */
const fontPackages = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk'];

/** Answers the path of a Chromium, installed just now if need be; undefined, with the remedy printed, when it cannot. */
export async function ensureBrowser() {
  await installMissing([...(findBrowser() ? [] : ['chromium']), ...fontPackages]);
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

/** Installs the packages that Debian does not have yet, or says what is missing; elsewhere nothing. */
async function installMissing(packages) {
  if (!isOnPath('apt-get')) return;
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0) {
    console.log(`Installing ${missing.join(', ')} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
  }
  const left = missing.filter((name) => !isInstalled(name));
  if (left.length > 0)
    console.error(
      `Not installed: ${left.join(', ')} (sudo apt-get install ${left.join(' ')}). In other fonts words are wider, and screens may be said not to fit.`,
    );
}

function isInstalled(name) {
  const { stdout } = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' });
  return stdout?.includes('Status: install ok installed') ?? false;
}
