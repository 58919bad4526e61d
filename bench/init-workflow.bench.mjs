// Requests per second of POST init-workflow beside a bare route that stores the same rows as durably, in one run, in
// turns, each in a process of its own. Target: at least 60 % of the bare route, p99 at most 5 × p50.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const rounds = 5;
const secondsPerRound = 4;
const connections = 16;
const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function untilAnswering(url) {
  for (let tries = 0; tries < 500; tries++) {
    if (await fetch(url).catch(() => null)) return;
    await pause(20);
  }
  throw new Error(`Nothing answers at ${url}.`);
}

async function load(url, headers, body) {
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    connections,
    duration: secondsPerRound,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function row(name, results) {
  const of = (member) => results.map((result) => result[member]);
  const spread = `${Math.min(...of('rate')).toFixed(0)}–${Math.max(...of('rate')).toFixed(0)}`;
  return {
    name,
    'requests/s (median)': Math.round(median(of('rate'))),
    spread,
    'p50 ms': median(of('p50')),
    'p99 ms': median(of('p99')),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'vo-bench-'));
const [servicePort, barePort] = [await freePort(), await freePort()];
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
const service = spawn(process.execPath, [pathOf('../packages/service/dist/main.js')], {
  ...quiet,
  env: {
    PATH: process.env.PATH,
    PORT: String(servicePort),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
  },
});
const bare = spawn(
  process.execPath,
  [pathOf('bare-route.mjs'), String(barePort), join(folder, 'bare.db')],
  quiet,
);
try {
  await Promise.all([
    untilAnswering(`http://127.0.0.1:${servicePort}/healthz`),
    untilAnswering(`http://127.0.0.1:${barePort}/`),
  ]);
  const { apiKey, workflows } = JSON.parse(readFileSync(join(folder, 'dev.json'), 'utf8'));
  const body = { workflowId: workflows[0].id, inputs: { user_id: 'bench', email: 'bench@example.com' } };
  const ours = () =>
    load(`http://127.0.0.1:${servicePort}/orchestration-api/v1/init-workflow`, { 'x-api-key': apiKey }, body);
  const theirs = () => load(`http://127.0.0.1:${barePort}/start`, {}, body);
  await ours();
  await theirs();
  const results = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round++) {
    results.theirs.push(await theirs());
    results.ours.push(await ours());
  }
  const table = [row('init-workflow', results.ours), row('bare route', results.theirs)];
  console.table(table);
  const rateOf = (list) => median(list.map((result) => result.rate));
  const share = rateOf(results.ours) / rateOf(results.theirs);
  const tail = table[0]['p99 ms'] / table[0]['p50 ms'];
  console.log(`init-workflow reaches ${(share * 100).toFixed(0)} % of the bare route (target ≥ 60 %)`);
  console.log(`p99 is ${tail.toFixed(1)} × p50 (target ≤ 5)`);
} finally {
  for (const child of [service, bare]) child.kill('SIGKILL');
  await Promise.all(
    [service, bare].map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
  );
  rmSync(folder, { recursive: true, force: true });
}
