// Time from a commit to its webhook, and number of webhooks per second. Receivers in Node on the same machine share its
// processors with the service and its clients. An execution without interactive steps ends without a user; each decision on it
// then creates one event. The time of a commit is the `timestamp` of its event, in whole milliseconds of the same clock.
import { setTimeout as pause } from 'node:timers/promises';
import { report } from './report.mjs';
import { slowMs, WebhookStage } from './webhook-stage.mjs';

const executions = 40;
const perSecond = 20;
const steadySeconds = 8;
const slowPerSecond = 2;
const burstEvents = 600;
const concurrency = 16;
const hungAccounts = 20;
const endpointsOfEach = 10;

const stage = await WebhookStage.open();
const ids = [];
/** Number of events of each execution. */
const events = new Map();

/**
 * Decides executions at a fixed rate per second, without waiting for the results.
 *
 * @returns the latency of each event.
 */
async function decideSteadily() {
  const decided = [];
  const began = performance.now();
  for (let count = 0; count < perSecond * steadySeconds; count += 1) {
    await pause(Math.max(0, began + (count * 1000) / perSecond - performance.now()));
    decided.push(decideNext());
  }
  const sent = await Promise.all(decided);
  const arrivals = await Promise.all(sent.map(([id, sequence]) => stage.arrived(id, sequence)));
  return arrivals.map(({ latencyMs }) => latencyMs);
}

let next = 0;
/** @returns the decided execution, and the sequence number of the event. */
async function decideNext() {
  next += 1;
  const id = ids[next % ids.length];
  const sequence = events.get(id) + 1;
  events.set(id, sequence);
  await stage.decide(id);
  return [id, sequence];
}

async function decideTogether() {
  const before = await stage.usage();
  const began = Date.now();
  const sent = [];
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (sent.length < burstEvents) {
        const decided = decideNext();
        sent.push(decided);
        await decided;
      }
    }),
  );
  const names = await Promise.all(sent);
  const arrivals = await Promise.all(names.map(([id, sequence]) => stage.arrived(id, sequence)));
  const after = await stage.usage();
  const seconds = (Math.max(...arrivals.map(({ arrivedAt }) => arrivedAt)) - began) / 1000;
  return {
    latencies: arrivals.map(({ latencyMs }) => latencyMs),
    perSecond: Math.round(arrivals.length / seconds),
    cpuMicros: Math.round(((after.cpuMs - before.cpuMs) * 1000) / arrivals.length),
  };
}

/** Sends events of other accounts to hanging endpoints until each endpoint has a waiting request. */
async function hangEndpoints(accounts) {
  for (const account of accounts) await stage.start(account);
  while (stage.hanging < accounts.length * endpointsOfEach) await pause(5);
  // Queues further events behind them.
  for (let count = 0; count < 3; count += 1) for (const account of accounts) await stage.start(account);
}

/** Delivers a few events to each endpoint, which raises its concurrency before it hangs. */
function warm(accounts) {
  return stage.whileAnswering(async () => {
    const wanted = stage.answered + 4 * accounts.length * endpointsOfEach;
    for (let count = 0; count < 4; count += 1) for (const account of accounts) await stage.start(account);
    while (stage.answered < wanted) await pause(5);
  });
}

/**
 * Ends executions at a fixed rate per second for a receiver that replies late.
 *
 * @returns the latency of each event.
 */
async function endSteadily(account, seconds) {
  const ended = [];
  const began = performance.now();
  for (let count = 0; count < slowPerSecond * seconds; count += 1) {
    await pause(Math.max(0, began + (count * 1000) / slowPerSecond - performance.now()));
    ended.push(stage.start(account));
  }
  const arrivals = await Promise.all((await Promise.all(ended)).map((id) => stage.lateArrival(id)));
  return arrivals.map(({ latencyMs }) => latencyMs);
}

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const rows = [];
/** Adds a row with the time from the commit to the request at the receiver. */
function addRow(load, values) {
  rows.push({
    load,
    events: values.length,
    'p50, ms': quantile(values, 0.5),
    'p99, ms': quantile(values, 0.99),
    'most, ms': Math.max(...values),
  });
}

try {
  for (let count = 0; count < executions; count += 1) {
    ids.push(await stage.start());
    events.set(ids.at(-1), 1);
    await stage.arrived(ids.at(-1), 1);
  }
  const burst = await decideTogether();
  addRow(`${burstEvents} decisions, ${concurrency} at a time`, burst.latencies);
  const steady = `${perSecond} decisions a second`;
  addRow(steady, await decideSteadily());
  const slow = await stage.addSlowAccount();
  const late = `${slowPerSecond} ends a second to a receiver that answers after ${slowMs / 1000} s`;
  // The endpoint reaches its full concurrency after some rounds.
  await endSteadily(slow, 15);
  addRow(late, await endSteadily(slow, steadySeconds));
  const notes = [];
  for (const [kind, prepare] of [
    ['that never answered', async () => {}],
    ['that took events before', warm],
  ]) {
    while (stage.hanging > 0) await pause(50);
    const accounts = await stage.addHungAccounts(hungAccounts, endpointsOfEach);
    await prepare(accounts);
    await hangEndpoints(accounts);
    const before = stage.hanging;
    const [quickOnes, slowOnes] = await Promise.all([decideSteadily(), endSteadily(slow, steadySeconds)]);
    const beside = `beside ${hungAccounts * endpointsOfEach} hanging endpoints ${kind}`;
    addRow(`${steady}, ${beside}`, quickOnes);
    addRow(`${late}, ${beside}`, slowOnes);
    // The service gives up on them after 15 seconds, so later events are measured with fewer hanging requests.
    notes.push(
      `Hanging requests of endpoints ${kind}: ${before} at the beginning, ${stage.hanging} at the end.`,
    );
  }
  report({
    title: 'Delivery of webhooks',
    measured:
      'Time from a commit to the request at the receiver, alone and beside endpoints that never answer. Receivers, service and ' +
      'client share the machine.',
    tables: [
      { caption: 'From the commit to the request', rows },
      {
        caption: `Throughput of ${burstEvents} decisions to one endpoint, ${concurrency} at a time`,
        rows: [
          {
            'stored and delivered, decisions a second': burst.perSecond,
            'CPU, µs a decision': burst.cpuMicros,
          },
        ],
      },
    ],
    notes,
  });
} finally {
  await stage.close();
}
