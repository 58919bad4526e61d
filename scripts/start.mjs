// npm start: install, build, and run the service with the demo beside it until Ctrl+C.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { install, root } from './workspace.mjs';

// An empty variable counts as absent, as it does for the service.
const servicePort = process.env.PORT || '4000';
const demoPort = process.env.DEMO_PORT || '4001';
const host = reachable(process.env.HOST || '127.0.0.1');

/** Longest wait for a server to answer after it was launched. */
const patienceMs = 60_000;

await install();
console.log('Building …');
const built = await build();
if (built !== 0) process.exit(built);

const children = new Map();
let stopping = false;
let exitCode = 0;

function launch(name, entry) {
  const child = spawn(process.execPath, [entry], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
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
}

process.on('SIGINT', () => stop('SIGINT'));
process.on('SIGTERM', () => stop('SIGTERM'));

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

launch('service', 'packages/service/dist/main.js');
await answering(`http://${host}:${servicePort}/healthz`);
if (!stopping) {
  launch('demo', 'packages/demo/dist/server.js');
  await answering(`http://${host}:${demoPort}/healthz`);
}
if (!stopping) {
  console.log(`
  Demo     http://localhost:${demoPort}   (open this one, with a passport at hand)
  Service  http://localhost:${servicePort}

  Press Ctrl+C to stop.`);
}
