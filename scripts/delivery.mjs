// npm run test:delivery: packs the SDK and uses it as integrators do, with bundlers and frameworks from the registry: the
// examples among them. Minutes, and a gigabyte in a temporary folder: npm test does so with `-- --slow` alone.
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
