// Cost of POST init-workflow beside bare routes that store a start as durably, in one run, in short turns, each server a process
// of its own. The bare routes show what the difference is made of: the rows, and the commits that requests share.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort, MeasuredServer } from './measured-server.mjs';
import { report } from './report.mjs';
import { median, spread } from './statistics.mjs';

const rounds = 7;
/** The compiler of Node gets to all of the service's code only after some thousand requests. */
const warmUpRounds = 10;
const requestsPerRound = 800;
const connections = 16;

const leastShare = 0.6;
const mostTailRatio = 5;
const mostStartMs = 1000;

const bareRoutes = [
  ['bare route, one insert', 'one', 'alone'],
  ['bare route, the same inserts', 'same', 'alone'],
  ['one insert, shared commits', 'one', 'shared'],
  ['the same inserts, shared commits', 'same', 'shared'],
];

async function round({ server, url, headers, body }) {
  const before = await server.usage();
  const load = autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    connections,
    amount: requestsPerRound,
  });
  // Autocannon itself ends on the second.
  const began = performance.now();
  let ended = began;
  load.on('response', () => {
    ended = performance.now();
  });
  const result = await load;
  const after = await server.usage();
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`);
  return {
    rate: requestsPerRound / ((ended - began) / 1000),
    cpuUs: ((after.cpuMs - before.cpuMs) * 1000) / requestsPerRound,
    p50: result.latency.p50,
    p99: result.latency.p99,
    residentBytes: after.residentBytes,
  };
}

const of = ({ results }, member) => results.map((result) => result[member]);
const megabytes = (bytes) => Math.round(bytes / 1e6);

function row(contestant, ours) {
  const medianOf = (member) => median(of(contestant, member));
  return {
    route: contestant.name,
    'requests a second': Math.round(medianOf('rate')),
    'spread, requests a second': spread(of(contestant, 'rate')),
    'CPU, median, µs': Math.round(medianOf('cpuUs')),
    'CPU, least, µs': Math.round(Math.min(...of(contestant, 'cpuUs'))),
    'p50, ms': medianOf('p50'),
    'p99, ms': medianOf('p99'),
    'memory idle, MB': megabytes(contestant.idleBytes),
    'memory under load, MB': megabytes(Math.max(...of(contestant, 'residentBytes'))),
    'init-workflow reaches, % of the rate': percent(rateShare(ours, contestant)),
    'init-workflow reaches, % by CPU': percent(median(of(contestant, 'cpuUs')) / median(of(ours, 'cpuUs'))),
  };
}

const rateShare = (ours, bare) => median(of(ours, 'rate')) / median(of(bare, 'rate'));
const percent = (share) => Math.round(share * 100);

const folder = mkdtempSync(join(tmpdir(), 'vo-bench-'));
const contestants = [];
const add = async (name, server, url, headers) => {
  const { residentBytes } = await server.usage();
  contestants.push({ name, server, url, headers, idleBytes: residentBytes, results: [] });
};
try {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = await MeasuredServer.start('../packages/service/dist/main.js', {
    environment: { PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMIT: '1000000' },
    healthUrl: `${origin}/healthz`,
  });
  const { apiKey, workflows } = JSON.parse(readFileSync(join(folder, 'dev.json'), 'utf8'));
  await add('init-workflow', service, `${origin}/orchestration-api/v1/init-workflow`, {
    'x-api-key': apiKey,
  });
  for (const [name, rows, commits] of bareRoutes) {
    const barePort = await freePort();
    const url = `http://127.0.0.1:${barePort}/start`;
    const parameters = [
      ...[String(barePort), join(folder, `${rows}-${commits}.db`), rows, commits],
      join(folder, 'service.db'),
    ];
    await add(name, await MeasuredServer.start('bare-route.mjs', { parameters, healthUrl: url }), url, {});
  }
  const body = { workflowId: workflows[0].id, inputs: { user_id: 'bench', email: 'bench@example.com' } };
  for (const contestant of contestants)
    for (let warmUp = 0; warmUp < warmUpRounds; warmUp++) await round({ ...contestant, body });
  for (let turn = 0; turn < rounds; turn++)
    for (const contestant of contestants) contestant.results.push(await round({ ...contestant, body }));

  const [ours, oneInsert] = contestants;
  const tail = median(of(ours, 'p99')) / median(of(ours, 'p50'));
  report({
    title: 'Cost of a start (POST init-workflow)',
    measured:
      'Rate, CPU and latency of `POST init-workflow`, beside bare routes that store a start as durably. Each server is a process ' +
      'of its own on the same machine as the client.',
    tables: [{ rows: contestants.map((contestant) => row(contestant, ours)) }],
    notes: [
      `Rounds: ${rounds}, of ${requestsPerRound} requests over ${connections} connections each.`,
      `p99 is ${tail.toFixed(1)} × p50.`,
      `The service answers ${service.startMs.toFixed(0)} ms after its start, which takes ${service.startCpuMs.toFixed(0)} ms of CPU.`,
    ],
    goals: [
      {
        text: `at least ${percent(leastShare)} % of the rate of the bare route with one insert`,
        isMet: rateShare(ours, oneInsert) >= leastShare,
      },
      { text: `p99 at most ${mostTailRatio} × p50`, isMet: tail <= mostTailRatio },
      { text: `answers within ${mostStartMs} ms of its start`, isMet: service.startMs <= mostStartMs },
    ],
  });
} finally {
  for (const { server } of contestants) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
