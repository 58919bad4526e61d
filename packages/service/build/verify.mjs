// npm run verify: fails if the command line or the service loads many modules until it answers. Loading is most of the time of a
// start, and a time would depend on the machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Maximum numbers of modules; without the bundle they would be about 1060 and 1340. */
const budgets = [
  { name: 'orchestration help', entry: 'cli', words: ['help'], modules: 60 },
  { name: 'the service', entry: 'main', words: [], modules: 75, stopAfter: 'The service answers.' },
];

for (const { name, entry, words, modules, stopAfter } of budgets) {
  const loaded = await countModules(entry, words, stopAfter);
  console.error(`${name} loads ${loaded} modules of at most ${modules}.`);
  if (loaded > modules) process.exitCode = 1;
}

/**
 * Runs an entry of the bundle on an empty data folder.
 *
 * @param stopAfter - text of the log after which the process is stopped. Default: it ends by itself.
 * @returns number of modules that its main thread loaded, as the coverage of Node reports them.
 */
async function countModules(entry, words, stopAfter) {
  const folder = mkdtempSync(join(tmpdir(), 'vo-modules-'));
  const coverage = join(folder, 'coverage');
  try {
    const program = fileURLToPath(new URL(`../dist/bundled/${entry}.js`, import.meta.url));
    const child = spawn(process.execPath, [program, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        NODE_V8_COVERAGE: coverage,
        DATA_DIR: join(folder, 'data'),
        PORT: String(await freePort()),
        DEVELOPMENT: 'true',
        ALLOW_LOOPBACK: 'true',
      },
    });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      // The service listens for signals only after it has said that it answers.
      if (stopAfter && text.includes(stopAfter)) setTimeout(() => child.kill('SIGTERM'), 1_000);
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${entry} ended with code ${code}.\n${output}`);
    return readdirSync(coverage)
      .filter((name) => name.startsWith(`coverage-${child.pid}-`))
      .flatMap((name) => JSON.parse(readFileSync(join(coverage, name), 'utf8')).result)
      .filter(({ url }) => url.startsWith('file:')).length;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
