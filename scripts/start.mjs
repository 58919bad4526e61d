// npm start: installs, builds, and runs the service and the demo until Ctrl+C.
import { build } from './build.mjs';
import { runServers } from './servers.mjs';
import { install } from './workspace.mjs';

await install();
console.log('Building …');
const built = await build();
if (built !== 0) process.exit(built);
await runServers();
