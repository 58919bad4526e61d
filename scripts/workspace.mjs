// Helpers of all root commands: find the workspace, run its tools, and install them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the workspace. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Downloaded by npx, so that newcomers need not install it. */
const pnpm = 'pnpm@12.21.0';

const stampPath = join(root, 'node_modules', '.installed');

function lockfileDigest() {
  const hash = createHash('sha256');
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

/**
 * Runs a command in the workspace and returns its exit code, or 127 if it cannot be started. Shows its output. With `onOutput`,
 * also passes the output on in pieces; with `isHeld`, only passes it on.
 */
export function run(command, args, { onOutput, isHeld = false, ...options } = {}) {
  const output = onOutput ? 'pipe' : 'inherit';
  // Commands disable colours when they write to a pipe, even if the output ends at a terminal.
  const colours = onOutput && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    ...options,
    env: { ...process.env, ...colours, ...options.env },
  });
  endOnSignals();
  running.add(child);
  const emitOutput = (text, shown) => {
    if (!isHeld) shown.write(text);
    onOutput?.(text);
  };
  for (const [stream, shown] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    stream?.setEncoding('utf8').on('data', (text) => emitOutput(text, shown));
  }
  return new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child);
      emitOutput(`${command} could not be run: ${error.message}\n`, process.stderr);
      resolve(127);
    });
    // Not `exit`, after which the last output may still arrive.
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

/** Commands that are running. */
const running = new Set();

/** On a signal, ends the running commands, waits for them, and starts no further ones. */
const endOnSignals = once(() => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      const signalled = [...running];
      for (const child of signalled) child.kill(signal);
      await Promise.all(signalled.map((child) => new Promise((ended) => child.once('close', ended))));
      // Another listener may have more to do before the process ends.
      if (signalled.length > 0 || process.listenerCount(signal) === 1)
        process.exit(128 + constants.signals[signal]);
    });
  }
});

function once(action) {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

/** Runs a tool of the workspace (`node_modules/.bin`), e.g. `tool('tsc', ['-b'])`. */
export function tool(name, args, options = {}) {
  return run(join(root, 'node_modules', '.bin', name), args, options);
}

/** Runs a script of one package, e.g. `packageScript('@vendor/orchestration', 'build')`, with arguments. */
export function packageScript(name, script, options = {}, args = []) {
  return runPnpm(['--filter', name, 'run', script, ...args], options);
}

/** Runs pnpm in the workspace and returns its exit code. */
export function runPnpm(args, options = {}) {
  return run('npx', ['--yes', pnpm, ...args], options);
}

/** Installs the dependencies. On failure, prints the reason and ends the process. */
export async function install() {
  const problem = await installDependencies();
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}

/**
 * Installs the dependencies exactly as in the lockfile, unless that was already done for this lockfile.
 *
 * @returns {Promise<string | undefined>} the reason if the installation failed.
 */
export async function installDependencies() {
  const unfit = unfitNode();
  if (unfit) return unfit;
  const digest = lockfileDigest();
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === digest) return undefined;
  console.log('Installing dependencies …');
  if ((await runPnpm(['install', '--frozen-lockfile'])) !== 0)
    return 'Could not install the dependencies (see above). Check that the npm registry can be reached.';
  mkdirSync(dirname(stampPath), { recursive: true });
  writeFileSync(stampPath, digest);
  return undefined;
}

function unfitNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Node.js 20.19 or newer is needed; this is ${process.versions.node}.`;
}

/** Returns whether a command is on the PATH. */
export function isOnPath(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;
}

/** Returns whether a script, given by its `import.meta.url`, is the main script of the process. */
export function isMainScript(moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(moduleUrl));
}
