// Cost of POST init-workflow compared with bare routes that store a start equally durably, in one run, in short turns, each
// server in a separate process. The bare routes show the causes of the difference: the rows, and the commits that requests
// share. Also on PostgreSQL, on a temporary server whose commits wait for the disk, with the numbers of statements of a start
// and of idle instances.
//
//     npm run bench init-workflow                                 SQLite and PostgreSQL
//     npm run bench init-workflow -- --database sqlite            without PostgreSQL
//     npm run bench init-workflow -- --rounds 1 --idle-seconds 5  shorter
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { startPostgres } from '../scripts/postgres-server.mjs';
import { freePort, MeasuredServer } from './measured-server.mjs';
import { cpuOfServer } from './process-tree.mjs';
import { report } from './report.mjs';
import { idleStatements, SharedDatabase, startInstances } from './shared-database.mjs';
import { median, spread } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    rounds: { type: 'string', default: '7' },
    'idle-seconds': { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
  },
});
const withPostgres = options.database.split(',').includes('postgres');
const rounds = Number(options.rounds);
const idleSeconds = Number(options['idle-seconds']);
/** Node has optimised all of the service's code only after several thousand requests. */
const warmUpRounds = Math.min(10, 2 * rounds);
const requestsPerRound = 800;
const connections = 16;

// Goals that the project has set itself. The report says which of them are met.
/** Minimum rate, as a share of that of the bare route with one insert. */
const minShare = 0.6;
/** Maximum p99 of the latency, as a multiple of p50. */
const maxTailRatio = 5;
/** Maximum time from the start of the service's process to its first reply. */
const maxStartMs = 1000;
/** Maximum statements, and CPU of the database, of a start with three instances, as a multiple of those with one. */
const maxCostRatio = 1.1;
/** Maximum number of statements per second and instance while idle. */
const maxIdleStatements = 1;

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
  // Autocannon itself stops only at whole seconds.
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

/** @param ours - the service on the same database. */
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
const ratioOf = ([few, many], member) => many[member] / few[member];
const rounded = (value) => Number(value.toFixed(2));

const folder = mkdtempSync(join(tmpdir(), 'vo-bench-'));
const contestants = [];
const add = async (name, server, url, headers, body) => {
  const { residentBytes } = await server.usage();
  contestants.push({ name, server, url, headers, body, idleBytes: residentBytes, results: [] });
};
const inputs = { user_id: 'bench', email: 'bench@example.com' };
let postgres;
let shared;

/** Adds the service and the bare routes on PostgreSQL. */
async function addPostgres() {
  postgres = await startPostgres({ isDurable: true });
  shared = await SharedDatabase.create(postgres.url);
  const { instances, apiKey, workflows } = await startInstances(shared, folder, 1);
  const [{ server, origin }] = instances;
  const body = { workflowId: workflows[0].id, inputs };
  const url = `${origin}/orchestration-api/v1/init-workflow`;
  await add('init-workflow, PostgreSQL', server, url, { 'x-api-key': apiKey }, body);
  for (const [name, rows] of [
    ['bare route, one insert, PostgreSQL', 'one'],
    ['bare route, the same inserts, PostgreSQL', 'same'],
  ]) {
    const port = await freePort();
    const bareUrl = `http://127.0.0.1:${port}/start`;
    const bare = { parameters: [String(port), shared.url, rows], healthUrl: bareUrl };
    await add(name, await MeasuredServer.start('bare-route-postgres.mjs', bare), bareUrl, {}, body);
  }
}

/**
 * Measures what starts cost the database with one instance and with three, in turns: statements, and CPU of the whole server.
 * Also counts the statements of idle instances. Each number of instances has a database of its own.
 */
async function measureDatabase() {
  const stages = [];
  try {
    for (const count of [1, 3]) {
      const database = await SharedDatabase.create(postgres.url);
      stages.push({ count, database, costs: [], ...(await startInstances(database, folder, count)) });
    }
    for (const stage of stages) await startEverywhere(stage);
    const idle = await Promise.all(
      stages.map(({ database, count }) => idleStatements(database, count, idleSeconds)),
    );
    for (let turn = 0; turn < rounds; turn++)
      for (const stage of stages) {
        const before = { statements: await stage.database.statements(), cpuMs: cpuOfServer(postgres.pid) };
        await startEverywhere(stage);
        const cpuMs = cpuOfServer(postgres.pid) - before.cpuMs;
        const calls = (await stage.database.statements()) - before.statements;
        const starts = stage.count * requestsPerRound;
        stage.costs.push({ statements: calls / starts, cpuUs: (cpuMs * 1000) / starts });
      }
    return stages.map(({ count, costs }, index) => ({
      instances: count,
      'statements of a start': median(costs.map(({ statements }) => statements)),
      'CPU of PostgreSQL for a start, µs': median(costs.map(({ cpuUs }) => cpuUs)),
      'idle, statements a second': idle[index],
    }));
  } finally {
    for (const { instances, database } of stages) {
      for (const { server } of instances) await server.stop();
      if (process.env.SHOW_STATEMENTS) console.log(await database.frequent());
      await database.close();
    }
  }
}

/** Sends each instance a round of starts at the same time. */
function startEverywhere({ instances, apiKey, workflows }) {
  return Promise.all(
    instances.map(({ server, origin }) =>
      round({
        server,
        url: `${origin}/orchestration-api/v1/init-workflow`,
        headers: { 'x-api-key': apiKey },
        body: { workflowId: workflows[0].id, inputs },
      }),
    ),
  );
}

try {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = await MeasuredServer.start('../packages/service/dist/bundled/main.js', {
    environment: { PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMIT: '1000000' },
    healthUrl: `${origin}/healthz`,
  });
  const { apiKey, workflows } = JSON.parse(readFileSync(join(folder, 'dev.json'), 'utf8'));
  const body = { workflowId: workflows[0].id, inputs };
  const startUrl = `${origin}/orchestration-api/v1/init-workflow`;
  await add('init-workflow', service, startUrl, { 'x-api-key': apiKey }, body);
  for (const [name, rows, commits] of bareRoutes) {
    const barePort = await freePort();
    const url = `http://127.0.0.1:${barePort}/start`;
    const ownFile = join(folder, `${rows}-${commits}.db`);
    const parameters = [String(barePort), ownFile, rows, commits, join(folder, 'service.db')];
    await add(
      name,
      await MeasuredServer.start('bare-route.mjs', { parameters, healthUrl: url }),
      url,
      {},
      body,
    );
  }
  if (withPostgres) await addPostgres();
  for (const contestant of contestants)
    for (let warmUp = 0; warmUp < warmUpRounds; warmUp++) await round(contestant);
  for (let turn = 0; turn < rounds; turn++)
    for (const contestant of contestants) contestant.results.push(await round(contestant));
  for (const { server } of contestants) await server.stop();
  const databaseCosts = withPostgres ? await measureDatabase() : [];

  const [ours, oneInsert] = contestants;
  const onPostgres = contestants.slice(1 + bareRoutes.length);
  const [oursOnPostgres, oneInsertOnPostgres] = onPostgres;
  const onSqlite = contestants.slice(0, 1 + bareRoutes.length);
  const tail = median(of(ours, 'p99')) / median(of(ours, 'p50'));
  report({
    title: 'Cost of a start (POST init-workflow)',
    measured:
      'Rate, CPU and latency of `POST init-workflow`, beside bare routes that store a start as durably. Each server is a process ' +
      'of its own on the same machine as the client.',
    tables: [
      { caption: 'On SQLite', rows: onSqlite.map((contestant) => row(contestant, ours)) },
      ...(withPostgres
        ? [
            {
              caption: 'On PostgreSQL',
              rows: onPostgres.map((contestant) => row(contestant, oursOnPostgres)),
            },
            {
              caption: 'Cost to a PostgreSQL database that instances share',
              rows: databaseCosts.map((costs) =>
                Object.fromEntries(Object.entries(costs).map(([name, value]) => [name, rounded(value)])),
              ),
            },
          ]
        : []),
    ],
    notes: [
      `Rounds: ${rounds}, of ${requestsPerRound} requests over ${connections} connections each.`,
      `On SQLite p99 is ${tail.toFixed(1)} × p50.`,
      ...(withPostgres
        ? [
            'PostgreSQL runs on the same machine with its default durability: fsync and synchronous_commit are on. Its CPU counts in the last table alone.',
            `Statements are counted by pg_stat_statements, including begin and commit; those of an idle instance for ${idleSeconds} s.`,
          ]
        : []),
      `The service answers ${service.startMs.toFixed(0)} ms after its start, which takes ${service.startCpuMs.toFixed(0)} ms of CPU.`,
    ],
    goals: [
      {
        text: `at least ${percent(minShare)} % of the rate of the bare route with one insert`,
        isMet: rateShare(ours, oneInsert) >= minShare,
      },
      ...(withPostgres
        ? [
            {
              text: `at least ${percent(minShare)} % of the rate of the bare route with one insert, on PostgreSQL`,
              isMet: rateShare(oursOnPostgres, oneInsertOnPostgres) >= minShare,
            },
            {
              text: `at most ${maxCostRatio} × the statements of a start with three instances`,
              isMet: ratioOf(databaseCosts, 'statements of a start') <= maxCostRatio,
            },
            {
              text: `at most ${maxCostRatio} × the CPU of PostgreSQL for a start with three instances`,
              isMet: ratioOf(databaseCosts, 'CPU of PostgreSQL for a start, µs') <= maxCostRatio,
            },
            {
              text: `at most ${maxIdleStatements} statement a second and instance while idle`,
              // Allows each instance two statements more: depending on when the counting begins, it may see one heartbeat and
              // one poll more than their rates give.
              isMet: databaseCosts.every(
                (costs) => costs['idle, statements a second'] < maxIdleStatements + 2 / idleSeconds,
              ),
            },
          ]
        : []),
      { text: `p99 at most ${maxTailRatio} × p50`, isMet: tail <= maxTailRatio },
      { text: `answers within ${maxStartMs} ms of its start`, isMet: service.startMs <= maxStartMs },
    ],
  });
} finally {
  for (const { server } of contestants) await server.stop();
  await shared?.close();
  postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
