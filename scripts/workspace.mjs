// What every root command shares: where the workspace is, how its tools are run, and how they get installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the workspace. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The one tool a newcomer does not need to have: npx brings it. */
const pnpm = 'pnpm@12.21.0';

const stampPath = join(root, 'node_modules', '.installed');

function lockfileDigest() {
  const hash = createHash('sha256');
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

/**
 * Runs a command in the workspace with its output shown; answers its exit code. With `onOutput` the output goes there,
 * too, piece by piece.
 */
export function run(command, args, { onOutput, ...options } = {}) {
  const output = onOutput ? 'pipe' : 'inherit';
  // Commands leave colours out when they write into a pipe, although it ends at a terminal.
  const colours = onOutput && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    ...options,
    env: { ...process.env, ...colours, ...options.env },
  });
  for (const [stream, shown] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      shown.write(text);
      onOutput?.(text);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // Not `exit`: what was written last may come after it.
    child.once('close', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** Runs a tool of the workspace (`node_modules/.bin`), e.g. `tool('tsc', ['-b'])`. */
export function tool(name, args, options = {}) {
  return run(join(root, 'node_modules', '.bin', name), args, options);
}

/** Runs a script of one package, e.g. `packageScript('@vendor/orchestration', 'build')`. */
export function packageScript(name, script, options = {}) {
  return run('npx', ['--yes', pnpm, '--filter', name, 'run', script], options);
}

/**
 * Installs the dependencies exactly as the lockfile names them, unless that has been done for this very lockfile.
 * Ends the process with a plain sentence when it fails.
 */
export async function install() {
  checkNode();
  const digest = lockfileDigest();
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === digest) return;
  console.log('Installing dependencies …');
  const code = await run('npx', ['--yes', pnpm, 'install', '--frozen-lockfile']);
  if (code !== 0) {
    console.error('Could not install the dependencies (see above). Is the npm registry within reach?');
    process.exit(code);
  }
  mkdirSync(dirname(stampPath), { recursive: true });
  writeFileSync(stampPath, digest);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Whether a command is to be found on the PATH. */
export function isOnPath(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;
}

/** Whether a script is the one that Node was started with; to be asked with its `import.meta.url`. */
export function isStarted(moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(moduleUrl));
}
