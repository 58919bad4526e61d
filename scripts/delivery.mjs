// npm run test:delivery: packs the SDK and uses it as integrators do, with bundlers and frameworks from the registry, including
// the examples. Takes minutes and a gigabyte in a temporary folder, so npm test runs it only with `-- --slow`.
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install, packageScript } from './workspace.mjs';

await install();
const browser = await ensureBrowser();
if (!browser) process.exit(1);
const built = await build();
if (built !== 0) process.exit(built);
process.exit(
  await packageScript('@vendor/e2e', 'delivery', { env: { ...process.env, CHROMIUM_PATH: browser } }),
);
