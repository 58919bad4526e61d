// npm run journeys: builds and walks the browser journeys alone.
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install, isStarted, packageScript } from './workspace.mjs';

/** Runs the journeys in the given browser; extra environment is handed to Playwright. Answers the exit code. */
export function walkJourneys(browser, environment = {}) {
  return packageScript('@vendor/e2e', 'journeys', {
    env: { ...process.env, CHROMIUM_PATH: browser, ...environment },
  });
}

if (isStarted(import.meta.url)) {
  await install();
  const browser = await ensureBrowser();
  if (!browser) process.exit(1);
  const built = await build();
  process.exit(built === 0 ? await walkJourneys(browser) : built);
}
