// npm run journeys: builds and runs only the browser journeys. Arguments after `--` are passed to Playwright, e.g. `npm run
// journeys -- popup --trace on`.
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install, isMainScript, packageScript } from './workspace.mjs';

/**
 * Runs the journeys in the given browser.
 *
 * @param {string} browser - path of a Chromium.
 * @param {{ suite?: 'journeys' | 'slow', report?: string, args?: string[] }} options - a folder of e2e, by default both; the
 *   path of a JSON report to write; further arguments for Playwright.
 * @returns {Promise<number>} the exit code.
 */
export function runPlaywright(browser, { suite, report, args = [] } = {}) {
  const env = {
    CHROMIUM_PATH: browser,
    ...(suite ? { JOURNEYS: suite } : {}),
    ...(report ? { PLAYWRIGHT_JSON_OUTPUT_NAME: report } : {}),
  };
  return packageScript('@vendor/e2e', 'journeys', { env }, args);
}

if (isMainScript(import.meta.url)) {
  await install();
  const browser = await ensureBrowser();
  if (!browser) process.exit(1);
  const built = await build();
  process.exit(built === 0 ? await runPlaywright(browser, { args: process.argv.slice(2) }) : built);
}
