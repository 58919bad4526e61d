// What POST init-workflow costs beside bare routes that store a start as durably, in one run, in short turns, each server a
// process of its own. Target: at least 60 % of the rate of a bare route with one insert, p99 at most 5 × p50. The other bare
// routes tell what the difference is made of: the rows, and the commits that requests share.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort, MeasuredServer } from './measured-server.mjs';

const rounds = 7;
/** The compiler of Node gets to all of the service's code only after some thousand requests. */
const warmUpRounds = 10;
const requestsPerRound = 800;
const connections = 16;

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

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const of = ({ results }, member) => results.map((result) => result[member]);
const megabytes = (bytes) => Math.round(bytes / 1e6);

function row(contestant) {
  const rates = of(contestant, 'rate');
  return {
    name: contestant.name,
    'requests/s': Math.round(median(rates)),
    spread: `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`,
    'CPU µs': Math.round(median(of(contestant, 'cpuUs'))),
    least: Math.round(Math.min(...of(contestant, 'cpuUs'))),
    'p50 ms': median(of(contestant, 'p50')),
    'p99 ms': median(of(contestant, 'p99')),
    'MB idle': megabytes(contestant.idleBytes),
    'MB load': megabytes(Math.max(...of(contestant, 'residentBytes'))),
  };
}

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
    const parameters = [String(barePort), join(folder, `${rows}-${commits}.db`), rows, commits];
    await add(name, await MeasuredServer.start('bare-route.mjs', { parameters, healthUrl: url }), url, {});
  }
  const body = { workflowId: workflows[0].id, inputs: { user_id: 'bench', email: 'bench@example.com' } };
  for (const contestant of contestants)
    for (let warmUp = 0; warmUp < warmUpRounds; warmUp++) await round({ ...contestant, body });
  for (let turn = 0; turn < rounds; turn++)
    for (const contestant of contestants) contestant.results.push(await round({ ...contestant, body }));

  console.table(contestants.map(row));
  const [ours, ...bare] = contestants;
  for (const theirs of bare) {
    const rate = median(of(ours, 'rate')) / median(of(theirs, 'rate'));
    const cpu = median(of(theirs, 'cpuUs')) / median(of(ours, 'cpuUs'));
    const wanted = theirs === bare[0] ? ' (target ≥ 60 %)' : '';
    const percent = (share) => `${(share * 100).toFixed(0)} %`;
    console.log(
      `${theirs.name}: init-workflow reaches ${percent(rate)} of its rate${wanted}, ${percent(cpu)} by CPU time`,
    );
  }
  const tail = median(of(ours, 'p99')) / median(of(ours, 'p50'));
  console.log(`p99 is ${tail.toFixed(1)} × p50 (target ≤ 5)`);
  console.log(
    `the service answers ${service.startMs.toFixed(0)} ms after its start, ${service.startCpuMs.toFixed(0)} ms of CPU time (target ≤ 1 s)`,
  );
} finally {
  for (const { server } of contestants) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
