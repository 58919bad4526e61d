// Runs the built service, in development with the built demo, until this process ends: on SIGINT, SIGTERM or SIGHUP, when npm,
// its parent, has ended, or when it is killed. Both servers end with it. (`exec` in package.json: the shell between npm and a
// script would swallow SIGINT.)
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isMainScript, root } from './workspace.mjs';

/** Timeout for a server to become ready, in ms. */
const timeoutMs = 60_000;

/** How often to check whether npm is still running, in ms, because a process is not notified when its parent ends. */
const parentWatchMs = 500;

const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;
const children = new Map();
let stopping = false;
let exitCode = 0;

/** Returns the settings of the servers. Development settings are explicit, and never implied if NODE_ENV is production. */
export function settingsOf(environment) {
  // An empty variable counts as absent.
  const settings = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  return settings.NODE_ENV === 'production'
    ? settings
    : { DEVELOPMENT: 'true', ALLOW_LOOPBACK: 'true', ...settings };
}

/** Starts the servers and prints their addresses once they are ready. The process ends with them. */
export async function runServers() {
  // An empty variable counts as absent, as in the service.
  const servicePort = process.env.PORT || '4000';
  const demoPort = process.env.DEMO_PORT || '4001';
  const host = reachable(process.env.HOST || '127.0.0.1');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  // If not started by npm, this process may be meant to outlive its shell.
  if (process.env.npm_lifecycle_event === 'start') stopWithParent();

  launch('service', 'packages/service/dist/bundled/main.js');
  await waitForAnswer(`http://${host}:${servicePort}/healthz`);
  if (stopping) return;
  // The demo uses the account that the service creates in development, and would have no account otherwise.
  if (settingsOf(process.env).DEVELOPMENT !== 'true') {
    console.log(`\n  Service  http://localhost:${servicePort}\n\n  Press Ctrl+C to stop.`);
    return;
  }
  launch('demo', 'packages/demo/dist/server.js');
  await waitForAnswer(`http://${host}:${demoPort}/healthz`);
  if (stopping) return;
  console.log(`
  Demo     http://localhost:${demoPort}   (open this one, with a passport at hand)
  Service  http://localhost:${servicePort}
  Admin    ${adminLink() ?? `http://localhost:${servicePort}/admin`}
           (signs in once; each start makes another link)

  Press Ctrl+C to stop.`);
}

/** Returns the one-time link that the service wrote to a private file for its developer; undefined if there is none. */
function adminLink() {
  try {
    return JSON.parse(readFileSync(resolve(root, process.env.DATA_DIR || 'data', 'dev.json'), 'utf8'))
      .adminLink;
  } catch {
    return undefined;
  }
}

function launch(name, entry) {
  const child = spawn(process.execPath, ['--import', endWithParent, entry], {
    cwd: root,
    env: settingsOf(process.env),
    // No messages are sent on the channel; the server listens for its end.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.set(name, child);
  child.once('exit', (code) => {
    children.delete(name);
    if (!stopping) {
      console.error(`The ${name} stopped by itself (exit code ${code}).`);
      exitCode = code || 1;
      stop('SIGTERM');
    }
    if (children.size === 0) process.exit(exitCode);
  });
}

function stop(signal) {
  stopping = true;
  for (const child of children.values()) child.kill(signal);
  if (children.size === 0) process.exit(exitCode);
}

function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !stopping) stop('SIGTERM');
  }, parentWatchMs).unref();
}

/** Returns the host name under which a server that listens at an address can be reached from this machine. */
function reachable(listenHost) {
  if (listenHost === '0.0.0.0') return '127.0.0.1';
  if (listenHost === '::') return '[::1]';
  return listenHost.includes(':') ? `[${listenHost}]` : listenHost;
}

/** Resolves once the address answers or the servers are being stopped; the child processes report their own failures. */
async function waitForAnswer(address) {
  const giveUpAt = Date.now() + timeoutMs;
  while (!stopping) {
    if (Date.now() > giveUpAt) {
      console.error(`Nothing answers at ${address}; giving up.`);
      exitCode = 1;
      stop('SIGTERM');
      return;
    }
    const answered = await fetch(address).then(
      (reply) => reply.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

if (isMainScript(import.meta.url)) await runServers();
