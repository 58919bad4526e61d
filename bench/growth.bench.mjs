// Cost of reading an execution, of completing one from start to end, and of the lists, with 10,000 and with 1,000,000
// executions in the database, in one run, in short turns: on SQLite, then on PostgreSQL with the same rows. The files are in
// the system's cache, so reading from disk is not included.
//
//     npm run bench growth                              10,000 and 1,000,000 runs, on both databases
//     npm run bench growth -- --runs 20000 --rounds 1   less
//     npm run bench growth -- --database postgres       one of them alone
//     npm run bench growth -- --folder /data/bench      keeps the filled folders there, for the next time and for `panel`
//     SHOW_STATEMENTS=1 npm run bench growth            also prints PostgreSQL's slowest statements
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { FilledDatabases } from './filled-database.mjs';
import { FilledFolders } from './filled-folder.mjs';
import { goalOfAll } from './goal.mjs';
import { idOfCopy, numberIn } from './grown-database.mjs';
import { api, readByKey, runOperatorCommand, send, waitForStatus } from './grown-service.mjs';
import { timesOfFind } from './growth-of-find.mjs';
import { commandsOf, listsOf } from './growth-of-lists.mjs';
import { timesOfPanel } from './growth-of-panel.mjs';
import { cpuOfService } from './measured-server.mjs';
import { report } from './report.mjs';
import { median } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    runs: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string' },
    // Read by report.mjs.
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
// Goals that the project has set itself.
/** Maximum CPU with the larger number of executions, as a multiple of that with the smaller. */
const maxGrowth = 1.5;
/** Maximum 95th percentile of a call of the Admin Panel, and of a search by itself. */
const maxPanelMs = 100;
const maxFindMs = 5;

async function measureService(service, amount, work) {
  const before = await cpuOfService(service);
  await work();
  const cpuMs = (await cpuOfService(service)) - before;
  return { cpuUs: (cpuMs * 1000) / amount, residentBytes: (await service.server.usage()).residentBytes };
}

/**
 * Sends requests in parallel. A busy machine gets more time, because the result is the CPU of the replies, not their speed.
 *
 * @param pathsOf - returns the paths that one connection requests in turn.
 */
async function load(service, apiKey, pathsOf, amount) {
  const statuses = {};
  const cannon = autocannon({
    url: service.origin,
    headers: { 'x-api-key': apiKey },
    // Each connection has a list of its own, because all go through a common one in step.
    setupClient: (client) => client.setRequests(pathsOf().map((path) => ({ method: 'GET', path }))),
    connections,
    amount,
    timeout: 120,
  });
  cannon.on('response', (_, status) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  const { non2xx, errors, timeouts } = await cannon;
  if (non2xx + errors > 0)
    throw new Error(`${pathsOf()[0]}: ${JSON.stringify({ statuses, errors, timeouts })}`);
}

/** Measures a round of reads of random executions. */
const readRound = (service, numberOf) =>
  measureService(service, readsPerRound, () => {
    const randomPaths = () =>
      Array.from({ length: Math.ceil(readsPerRound / connections) }, () => {
        const number = numberOf(randomInt(service.count / 10));
        return `${api}/workflow-execution/${idOfCopy(service.done, number)}`;
      });
    return load(service, service.apiKey, randomPaths, readsPerRound);
  });

/** Measures a round that requests one list repeatedly. */
const listRound = (service, path) =>
  measureService(service, listsPerRound, () =>
    load(service, service.webhookKey, () => [`${api}/${path}`], listsPerRound),
  );

const newUser = () => ({
  user_id: `bench-${randomInt(2 ** 40)}`,
  email: 'bench@example.com',
  phone_number: '+49 30 901820',
  ip: `93.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});

/**
 * Measures a round of executions without a user, from start to end. Every check is a job that is claimed among all waiting
 * ones.
 */
const runRound = (service) =>
  measureService(service, runsPerRound, async () => {
    const { workflowId } = service;
    const ids = [];
    for (let done = 0; done < runsPerRound; done += connections) {
      const some = Array.from({ length: Math.min(connections, runsPerRound - done) }, () =>
        send(service, 'init-workflow', { workflowId, inputs: newUser() }),
      );
      ids.push(...(await Promise.all(some)).map(({ executionId }) => executionId));
    }
    for (const id of ids) {
      const status = await waitForStatus(service, id);
      if (status === 'ERROR') throw new Error('A run has ended in ERROR.');
    }
  });

/** Measures a command in a separate process. */
async function commandRound(service, words) {
  const before = service.databaseCpuMs();
  const { cpuUs } = await runOperatorCommand(service, words);
  return { cpuUs: cpuUs + (service.databaseCpuMs() - before) * 1000 };
}

/** Returns the measurements of a service: `[name, function that runs one round]`. */
async function workOf(service) {
  return [
    ['read', () => readRound(service, numberIn.kept)],
    ['read, purged', () => readRound(service, numberIn.purged)],
    ['start to end', () => runRound(service)],
    ...(await listsOf(service)).map(([name, path]) => [name, () => listRound(service, path)]),
    ...commandsOf(service).map(([name, words]) => [name, () => commandRound(service, words)]),
  ];
}

/** Checks that the copies are in the intended states. */
async function checkCopies(service) {
  const read = (number) => readByKey(service, `workflow-execution/${idOfCopy(service.done, number)}`);
  const [kept, purged] = [await read(numberIn.kept(1)), await read(numberIn.purged(1))];
  const isKept = kept.checks?.[0]?.documentCheckExtractedData?.fullName && kept.checks[0].capturedMedia;
  if (!isKept || purged.dataPurgedAt === null) throw new Error('The copies are not what they should be.');
}

const cpuOf = (results) => median(results.map(({ cpuUs }) => cpuUs));
const megabytes = (bytes) => Math.round(bytes / 1e6);

/** Measures services with few and with many executions alternately, and stores the results in each. */
async function measureAll(services) {
  for (const service of services) {
    await checkCopies(service);
    service.results = {};
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
    if (process.env.SHOW_STATEMENTS && service.slowest) console.table(await service.slowest());
  }
}

/** @param services - of one database, with few and with many executions. */
function tablesOf([few, many]) {
  return [
    {
      caption: 'The services',
      rows: [few, many].map(({ count, megabytes: ofDatabase, server, idleBytes, results }) => ({
        executions: count,
        'database, MB': Math.round(ofDatabase),
        'start, ms': Math.round(server.startMs),
        'memory idle, MB': megabytes(idleBytes),
        'memory under load, MB': megabytes(
          Math.max(...results.read.map(({ residentBytes }) => residentBytes)),
        ),
      })),
    },
    {
      caption: 'The work',
      rows: Object.keys(few.results).map((name) => ({
        work: name,
        [`CPU with ${few.count}, µs`]: Math.round(cpuOf(few.results[name])),
        [`CPU with ${many.count}, µs`]: Math.round(cpuOf(many.results[name])),
        'growth, ×': Number(growthOf([few, many], name).toFixed(2)),
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
  ];
}

const growthOf = ([few, many], name) => cpuOf(many.results[name]) / cpuOf(few.results[name]);

/** @param database - its name. */
function goalsOf(database, services) {
  const [few, many] = services;
  return [
    goalOfAll(
      `${database}: at most ${maxGrowth} × the CPU with ${sizes[1] / sizes[0]} times as many executions`,
      Object.keys(few.results).map((name) => ({ name })),
      ({ name }) => growthOf(services, name) <= maxGrowth,
    ),
    goalOfAll(
      `${database}: at most ${maxPanelMs} ms for each call of the panel with ${sizes[1]} executions, 95 of 100 times`,
      many.panelTimes,
      ({ p95 }) => p95 <= maxPanelMs,
    ),
    goalOfAll(
      `${database}: at most ${maxFindMs} ms for each search by itself with ${sizes[1]} executions, 95 of 100 times`,
      many.findTimes,
      ({ p95 }) => p95 <= maxFindMs,
    ),
  ];
}

const folders = new FilledFolders(options.folder);
let databases;
/** Measurements, by the name of the database. */
const measurements = [];
try {
  const services = [];
  for (const count of sizes) services.push(await folders.open(count));
  if (options.database.includes('sqlite')) {
    await measureAll(services);
    measurements.push(['SQLite', services]);
  }
  await folders.stop();
  if (options.database.includes('postgres')) {
    databases = await FilledDatabases.start();
    const copies = [];
    for (const service of services) copies.push(await databases.open(service));
    await measureAll(copies);
    measurements.push(['PostgreSQL', copies]);
  }
  report({
    title: 'Growth of the database',
    measured:
      'CPU of the same work with few and with many executions in the database. Files are in the cache of the system.',
    tables: measurements.flatMap(([name, measuredServices]) =>
      tablesOf(measuredServices).map((table, index) => ({ ...table, ...(index === 0 && { section: name }) })),
    ),
    notes: [
      `Rounds: ${rounds}.`,
      'With PostgreSQL the CPU is that of the service and of all processes of the database server, which runs on the same machine with its default durability.',
      'A search by itself is that of `orchestration execution find` in a process of its own, without its start and the record of the read.',
    ],
    goals: measurements.flatMap(([name, measuredServices]) => goalsOf(name, measuredServices)),
  });
} finally {
  await folders.close();
  await databases?.close();
}
