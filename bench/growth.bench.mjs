// What a read of an execution, the work on one from its start to its end, and the lists there are cost with 10,000 and with
// 1,000,000 executions in the database, in one run, in short turns. Target: with a million at most 1.5 × the CPU time of ten
// thousand. Memory besides. The files are in the cache of the system when it is measured; a disk that must be read is not.
// GROWTH_TO=100000 and GROWTH_ROUNDS=1 ask for less.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { idOfCopy, numberIn } from './grown-database.mjs';
import { api, ask, growService, operators, statusInTheEnd, tell } from './grown-service.mjs';
import { commandsOf, listsOf } from './growth-of-lists.mjs';

const sizes = [10_000, Number(process.env.GROWTH_TO ?? 1_000_000)];
const rounds = Number(process.env.GROWTH_ROUNDS ?? 3);
const warmUpRounds = 1;
const readsPerRound = 1000;
const listsPerRound = 50;
const runsPerRound = 50;
const connections = 16;

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

/** What is measured of a service: `[name, a round of it]`. */
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

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const cpuOf = (results) => median(results.map(({ cpuUs }) => cpuUs));
const megabytes = (bytes) => Math.round(bytes / 1e6);

const folders = sizes.map(() => mkdtempSync(join(tmpdir(), 'vo-growth-')));
const services = [];
try {
  for (const [index, count] of sizes.entries()) {
    const began = performance.now();
    const service = await growService(folders[index], count);
    services.push({ ...service, results: {} });
    await proveCopies(service);
    console.log(
      `${count} executions after ${((performance.now() - began) / 1000).toFixed(0)} s:`,
      service.rows,
    );
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
  console.table(
    services.map(({ count, megabytes: ofFile, server, idleBytes, results }) => ({
      executions: count,
      'MB of file': Math.round(ofFile),
      'ms to start': Math.round(server.startMs),
      'MB idle': megabytes(idleBytes),
      'MB load': megabytes(Math.max(...results.read.map(({ residentBytes }) => residentBytes))),
    })),
  );
  const [few, many] = services;
  console.table(
    Object.keys(few.results).map((name) => ({
      name,
      'CPU µs with few': Math.round(cpuOf(few.results[name])),
      'CPU µs with many': Math.round(cpuOf(many.results[name])),
      growth: Number((cpuOf(many.results[name]) / cpuOf(few.results[name])).toFixed(2)),
    })),
  );
  console.log(`With ${sizes[1] / sizes[0]} times as many executions; target ≤ 1.5.`);
} finally {
  for (const { server } of services) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
