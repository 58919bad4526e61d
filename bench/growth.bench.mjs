// Cost of reading an execution, of taking one from its start to its end, and of the lists there are, with 10,000 and with
// 1,000,000 executions in the database, in one run, in short turns. The files are in the cache of the system when it is
// measured; reading from a disk is not part of it.
//
//     npm run bench growth                              10,000 and 1,000,000 runs
//     npm run bench growth -- --runs 20000 --rounds 1   less
//     npm run bench growth -- --folder /data/bench      keeps the filled databases there, for the next time and for `panel`
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { FilledFolders } from './filled-folder.mjs';
import { goalOfAll } from './goal.mjs';
import { idOfCopy, numberIn } from './grown-database.mjs';
import { api, ask, operators, statusInTheEnd, tell } from './grown-service.mjs';
import { timesOfFind } from './growth-of-find.mjs';
import { commandsOf, listsOf } from './growth-of-lists.mjs';
import { timesOfPanel } from './growth-of-panel.mjs';
import { report } from './report.mjs';
import { median } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const sizes = [10_000, Number(options.runs)];
const rounds = Number(options.rounds);
const warmUpRounds = 1;
const readsPerRound = 1000;
const listsPerRound = 200;
const runsPerRound = 50;
const connections = 16;
const mostGrowth = 1.5;
const mostPanelMs = 100;
const mostFindMs = 5;

async function measured({ server }, amount, work) {
  const before = await server.usage();
  await work();
  const after = await server.usage();
  return { cpuUs: ((after.cpuMs - before.cpuMs) * 1000) / amount, residentBytes: after.residentBytes };
}

/** Asks in parallel. A busy machine is given time: what counts is the CPU that the answers cost, not how soon they come. */
async function load(service, apiKey, requests, amount) {
  const statuses = {};
  const cannon = autocannon({
    url: service.origin,
    headers: { 'x-api-key': apiKey },
    requests,
    connections,
    amount,
    timeout: 120,
  });
  cannon.on('response', (_, status) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  const { non2xx, errors, timeouts } = await cannon;
  if (non2xx + errors > 0)
    throw new Error(`${requests[0].path}: ${JSON.stringify({ statuses, errors, timeouts })}`);
}

/** Reads of executions picked at random. */
const readRound = (service, numberOf) =>
  measured(service, readsPerRound, () => {
    const requests = Array.from({ length: 500 }, () => {
      const number = numberOf(randomInt(service.count / 10));
      return { path: `${api}/workflow-execution/${idOfCopy(service.done, number)}` };
    });
    return load(service, service.apiKey, requests, readsPerRound);
  });

/** One list, asked for again and again. */
const listRound = (service, path) =>
  measured(service, listsPerRound, () =>
    load(service, service.webhookKey, [{ path: `${api}/${path}` }], listsPerRound),
  );

const somebody = () => ({
  user_id: `bench-${randomInt(2 ** 40)}`,
  email: 'bench@example.com',
  phone_number: '+49 30 901820',
  ip: `93.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});

/** Executions that need no user, from the start to the end: every check is a job that is claimed among all those that wait. */
const runRound = (service) =>
  measured(service, runsPerRound, async () => {
    const { workflowId } = service;
    const ids = [];
    for (let done = 0; done < runsPerRound; done += connections) {
      const some = Array.from({ length: Math.min(connections, runsPerRound - done) }, () =>
        tell(service, 'init-workflow', { workflowId, inputs: somebody() }),
      );
      ids.push(...(await Promise.all(some)).map(({ executionId }) => executionId));
    }
    for (const id of ids) {
      const status = await statusInTheEnd(service, id);
      if (status === 'ERROR') throw new Error('A run has ended in ERROR.');
    }
  });

/** Measurements of a service: `[name, a round of it]`. */
async function workOf(service) {
  return [
    ['read', () => readRound(service, numberIn.kept)],
    ['read, purged', () => readRound(service, numberIn.purged)],
    ['start to end', () => runRound(service)],
    ...(await listsOf(service)).map(([name, path]) => [name, () => listRound(service, path)]),
    ...commandsOf(service).map(([name, words]) => [name, () => operators(service.folder, words)]),
  ];
}

/** The copies must be what they are taken for. */
async function proveCopies(service) {
  const read = (number) => ask(service, `workflow-execution/${idOfCopy(service.done, number)}`);
  const [kept, purged] = [await read(numberIn.kept(1)), await read(numberIn.purged(1))];
  const isKept = kept.checks?.[0]?.documentCheckExtractedData?.fullName && kept.checks[0].capturedMedia;
  if (!isKept || purged.dataPurgedAt === null) throw new Error('The copies are not what they should be.');
}

const cpuOf = (results) => median(results.map(({ cpuUs }) => cpuUs));
const megabytes = (bytes) => Math.round(bytes / 1e6);

const folders = new FilledFolders(options.folder);
const services = [];
try {
  for (const count of sizes) {
    const service = await folders.open(count);
    await proveCopies(service);
    services.push({ ...service, results: {} });
  }
  for (const service of services) {
    service.idleBytes = (await service.server.usage()).residentBytes;
    service.work = await workOf(service);
  }
  for (let turn = -warmUpRounds; turn < rounds; turn++)
    for (const [index, [name]] of services[0].work.entries())
      for (const service of services) {
        const result = await service.work[index][1]();
        if (turn >= 0) service.results[name] = [...(service.results[name] ?? []), result];
      }
  for (const service of services) {
    service.panelTimes = await timesOfPanel(service);
    service.findTimes = await timesOfFind(service);
  }
  const [few, many] = services;
  const growthOf = (name) => cpuOf(many.results[name]) / cpuOf(few.results[name]);
  const names = Object.keys(few.results);
  report({
    title: 'Growth of the database',
    measured:
      'CPU of the same work with few and with many executions in the database. Files are in the cache of the system.',
    tables: [
      {
        caption: 'The services',
        rows: services.map(({ count, megabytes: ofFile, server, idleBytes, results }) => ({
          executions: count,
          'database, MB': Math.round(ofFile),
          'start, ms': Math.round(server.startMs),
          'memory idle, MB': megabytes(idleBytes),
          'memory under load, MB': megabytes(
            Math.max(...results.read.map(({ residentBytes }) => residentBytes)),
          ),
        })),
      },
      {
        caption: 'The work',
        rows: names.map((name) => ({
          work: name,
          [`CPU with ${few.count}, µs`]: Math.round(cpuOf(few.results[name])),
          [`CPU with ${many.count}, µs`]: Math.round(cpuOf(many.results[name])),
          'growth, ×': Number(growthOf(name).toFixed(2)),
        })),
      },
      {
        caption: 'The Admin Panel, one call after the other',
        rows: few.panelTimes.map(({ name, cpu, median: middle, p95 }, index) => ({
          call: name,
          [`CPU with ${few.count}, ms`]: cpu,
          [`CPU with ${many.count}, ms`]: many.panelTimes[index].cpu,
          [`median with ${few.count}, ms`]: middle,
          [`p95 with ${few.count}, ms`]: p95,
          [`median with ${many.count}, ms`]: many.panelTimes[index].median,
          [`p95 with ${many.count}, ms`]: many.panelTimes[index].p95,
        })),
      },
      {
        caption: 'A search by itself',
        rows: few.findTimes.map(({ name, median: middle, p95 }, index) => ({
          search: name,
          [`median with ${few.count}, ms`]: middle,
          [`p95 with ${few.count}, ms`]: p95,
          [`median with ${many.count}, ms`]: many.findTimes[index].median,
          [`p95 with ${many.count}, ms`]: many.findTimes[index].p95,
        })),
      },
    ],
    notes: [
      `Rounds: ${rounds}.`,
      'A search by itself is that of `orchestration execution find` in a process of its own, without its start and the record of the read.',
    ],
    goals: [
      goalOfAll(
        `at most ${mostGrowth} × the CPU with ${sizes[1] / sizes[0]} times as many executions`,
        names.map((name) => ({ name })),
        ({ name }) => growthOf(name) <= mostGrowth,
      ),
      goalOfAll(
        `at most ${mostPanelMs} ms for each call of the panel with ${sizes[1]} executions, 95 of 100 times`,
        many.panelTimes,
        ({ p95 }) => p95 <= mostPanelMs,
      ),
      goalOfAll(
        `at most ${mostFindMs} ms for each search by itself with ${sizes[1]} executions, 95 of 100 times`,
        many.findTimes,
        ({ p95 }) => p95 <= mostFindMs,
      ),
    ],
  });
} finally {
  await folders.close();
}
