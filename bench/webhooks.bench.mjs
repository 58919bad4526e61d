// How soon a webhook goes out after the commit it tells of, and how many go out in a second. Receivers of Node on the same
// machine take them: they, the service and whoever asks share its processors. An execution without interactive steps ends by
// itself; decisions on it then make an event each. The moment of a commit is the `timestamp` of its event, in whole
// milliseconds of the same clock.
import { setTimeout as pause } from 'node:timers/promises';
import { WebhookStage } from './webhook-stage.mjs';

const executions = 40;
const perSecond = 20;
const steadySeconds = 8;
const together = 600;
const lines = 16;
const hungAccounts = 20;
const endpointsOfEach = 10;

const stage = await WebhookStage.open();
const ids = [];
/** How many events each execution has had. */
const events = new Map();

/** Decides one execution after the other, so many times a second whatever comes of it. @returns the latency of each event. */
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
/** @returns the execution that was decided, and the place of the event there. */
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
    Array.from({ length: lines }, async () => {
      while (sent.length < together) {
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

/** Lets events of other accounts go to endpoints that never answer, until each endpoint has one that waits. */
async function hangEndpoints() {
  const accounts = await stage.addHungAccounts(hungAccounts, endpointsOfEach);
  for (const account of accounts) await stage.start(account);
  while (stage.hanging < hungAccounts * endpointsOfEach) await pause(5);
  // More of the same wait behind them.
  for (const account of accounts) await stage.start(account);
}

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
/** Says how long events took; the median first. */
function tell(name, values) {
  const [p50, p99, most] = [quantile(values, 0.5), quantile(values, 0.99), Math.max(...values)];
  console.log(`  ${name}: p50 ${p50} ms, p99 ${p99} ms, most ${most} ms (${values.length} events)`);
}

try {
  for (let count = 0; count < executions; count += 1) {
    ids.push(await stage.start());
    events.set(ids.at(-1), 1);
    await stage.arrived(ids.at(-1), 1);
  }
  console.log('From the commit to the request at the receiver:');
  const burst = await decideTogether();
  tell(`${together} decisions, ${lines} at a time`, burst.latencies);
  console.log(
    `  ${burst.perSecond} decisions a second stored and delivered to one endpoint, ${burst.cpuMicros} µs of CPU each`,
  );
  tell(`${perSecond} decisions a second`, await decideSteadily());
  await hangEndpoints();
  const [before, beside] = [stage.hanging, await decideSteadily()];
  tell(
    `${perSecond} decisions a second, beside ${hungAccounts * endpointsOfEach} endpoints that hang`,
    beside,
  );
  // They are left after 15 seconds: what was measured later was measured beside fewer.
  console.log(`  ${before} requests waited for an answer when that began, ${stage.hanging} when it ended`);
} finally {
  await stage.close();
}
