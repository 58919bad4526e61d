// npm run test:browsers: a few journeys in browsers that npm test does not cover: Chromium 81 (the oldest supported), 92 and
// 103, Firefox ESR and WebKitGTK. Missing browsers are installed by apt on Debian as root; the Chromiums come from the npm
// registry into .cache/browsers. Takes minutes and some 200 MB, so it is not part of npm test. With `-- chromium`, only
// browsers whose names contain one of the words. Arguments after a second `--` are passed to Playwright.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { build } from './build.mjs';
import { install, isOnPath, packageScript, root, run } from './workspace.mjs';

const cache = join(root, '.cache', 'browsers');

/** Packages that contain a compressed Chromium for servers. They need no installation, and none of their code is run. */
const chromiums = {
  'Chromium 81': {
    package: 'chrome-aws-lambda@3.0.4',
    sha512: 'iePniobrFONg8oFyq8YuZKW2wkRYi0LSVZ9kf8zNJ35LXxXKJK/eb+aas/Rz0Doyac0zAIQbiqMGABkPXc88jQ==',
  },
  'Chromium 92': {
    package: '@sparticuz/chromium@92.0.0',
    sha512: 'xCFop83v5gXKQTDGNfzj84F4f9QZkY9eShTu1pbWYOPB6wJNw9YgoX56zeVeRD7VL9AVwiS9VS9tgShnc5uR2g==',
  },
  'Chromium 103': {
    package: '@sparticuz/chromium@103.0.0',
    sha512: 'tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
  },
};

/** Browsers of the system: their paths, and the Debian packages that each needs. */
const installed = {
  'Firefox ESR': {
    packages: ['firefox-esr'],
    places: [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'],
    commands: [],
  },
  WebKitGTK: {
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb', 'gstreamer1.0-plugins-good'],
    places: [
      process.env.MINIBROWSER_PATH,
      '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    ],
    commands: ['WebKitWebDriver', 'Xvfb'],
  },
};

/** Returns the path of a Chromium with that name, and fetches it if needed. */
async function chromium(name) {
  const path = join(cache, name.replace(' ', '-').toLowerCase());
  if (existsSync(path)) return path;
  const { package: spec, sha512 } = chromiums[name];
  console.log(`Fetching ${name} (${spec}) …`);
  const folder = `${path}.package`;
  await mkdir(folder, { recursive: true });
  const packed = join(folder, 'package.tgz');
  let output = '';
  const onOutput = (text) => {
    output += text;
  };
  const code = await run('npm', ['pack', '--silent', spec], { cwd: folder, onOutput, isHeld: true });
  if (code !== 0) throw new Error(`${spec} could not be fetched from the npm registry.\n${output}`);
  await rename(join(folder, output.trim().split('\n').at(-1)), packed);
  const digest = createHash('sha512')
    .update(await readFile(packed))
    .digest('base64');
  if (digest !== sha512) throw new Error(`${spec} does not match its known checksum.`);
  await run('tar', ['xzf', packed, '-C', folder, 'package/bin/chromium.br']);
  // An interrupted run must not leave an incomplete program under the final name.
  const unfinished = `${path}.unfinished`;
  await pipeline(
    createReadStream(join(folder, 'package/bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(unfinished, { mode: 0o755 }),
  );
  await rename(unfinished, path);
  await rm(folder, { recursive: true });
  return path;
}

/** Returns the path of a browser of the system; undefined if the browser, or a command that it needs, is missing. */
function find({ places, commands }) {
  return commands.every(isOnPath) ? places.find((place) => place && existsSync(place)) : undefined;
}

/**
 * Returns the path of a browser of the system and installs it if needed. If that is impossible, prints the remedy and returns
 * undefined.
 */
async function system(name) {
  const browser = installed[name];
  const found = find(browser);
  if (found) return found;
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    console.log(`Installing ${name} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...browser.packages], { env });
  }
  const path = find(browser);
  if (!path)
    console.error(`${name} is not installed. On Debian: sudo apt-get install ${browser.packages.join(' ')}`);
  return path;
}

await install();
const given = process.argv.slice(2);
const end = given.includes('--') ? given.indexOf('--') : given.length;
const words = given.slice(0, end).map((word) => word.toLowerCase());
const isWanted = (name) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word));
const programs = {};
for (const name of Object.keys(chromiums).filter(isWanted)) programs[name] = await chromium(name);
for (const name of Object.keys(installed).filter(isWanted)) programs[name] = await system(name);
if (Object.keys(programs).length === 0 || Object.values(programs).includes(undefined)) process.exit(1);
const built = await build();
if (built !== 0) process.exit(built);
const env = { ...process.env, BROWSERS: JSON.stringify(programs) };
process.exit(await packageScript('@vendor/e2e', 'browsers', { env }, given.slice(end + 1)));
