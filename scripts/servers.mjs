// The built service, in development with the built demo beside it, until this process is told to end. Both end with it: when it is told to
// (SIGINT, SIGTERM, SIGHUP), when npm, which has started it, is gone, and when it is killed itself. (`exec` in package.json:
// the shell between npm and a script keeps a SIGINT to itself.)
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isStarted, root } from './workspace.mjs';

/** Longest wait for a server to answer after it was launched. */
const patienceMs = 60_000;

/** How often it is looked whether npm is still there: a process is not told when its parent ends. */
const parentWatchMs = 500;

const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;
const children = new Map();
let stopping = false;
let exitCode = 0;

/**
 * Answers the settings that the servers are started with. What is for development is said to them in so many words, and
 * never where NODE_ENV says that this is none: there it must be set by whoever wants it.
 */
export function settingsOf(environment) {
  // An empty variable counts as absent.
  const said = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  return said.NODE_ENV === 'production' ? said : { DEVELOPMENT: 'true', ALLOW_LOOPBACK: 'true', ...said };
}

/** Runs them, and says where they are once they answer. The process ends with them. */
export async function runServers() {
  // An empty variable counts as absent, as it does for the service.
  const servicePort = process.env.PORT || '4000';
  const demoPort = process.env.DEMO_PORT || '4001';
  const host = reachable(process.env.HOST || '127.0.0.1');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  // Started otherwise, it may well be meant to outlive the shell that it was typed into.
  if (process.env.npm_lifecycle_event === 'start') stopWithParent();

  launch('service', 'packages/service/dist/main.js');
  await answering(`http://${host}:${servicePort}/healthz`);
  if (stopping) return;
  // The demo starts as the account that a service in development makes: without one there is nothing for it to do.
  if (settingsOf(process.env).DEVELOPMENT !== 'true') {
    console.log(`\n  Service  http://localhost:${servicePort}\n\n  Press Ctrl+C to stop.`);
    return;
  }
  launch('demo', 'packages/demo/dist/server.js');
  await answering(`http://${host}:${demoPort}/healthz`);
  if (stopping) return;
  console.log(`
  Demo     http://localhost:${demoPort}   (open this one, with a passport at hand)
  Service  http://localhost:${servicePort}
  Admin    ${adminLink() ?? `http://localhost:${servicePort}/admin`}
           (signs in once; each start makes another link)

  Press Ctrl+C to stop.`);
}

/** The one-time link that the service left for its developer in a private file; undefined: there is none. */
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
    // Nothing is said on the channel: that it closes is what the server listens for.
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

/** The address at which a server that listens there can be asked from here. */
function reachable(listenHost) {
  if (listenHost === '0.0.0.0') return '127.0.0.1';
  if (listenHost === '::') return '[::1]';
  return listenHost.includes(':') ? `[${listenHost}]` : listenHost;
}

/** Resolves once the address answers, or everything is being stopped; the children report their own failures. */
async function answering(address) {
  const giveUpAt = Date.now() + patienceMs;
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

if (isStarted(import.meta.url)) await runServers();
