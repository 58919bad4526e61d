// How soon a webhook goes out after the commit it tells of, and how many go out in a second. Receivers of Node on the same
// machine take them: they, the service and whoever asks share its processors. An execution without interactive steps ends by
// itself; decisions on it then make an event each. The moment of a commit is the `timestamp` of its event, in whole
// milliseconds of the same clock.
import { setTimeout as pause } from 'node:timers/promises';
import { slowMs, WebhookStage } from './webhook-stage.mjs';

const executions = 40;
const perSecond = 20;
const steadySeconds = 8;
const slowPerSecond = 2;
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
async function hangEndpoints(accounts) {
  for (const account of accounts) await stage.start(account);
  while (stage.hanging < accounts.length * endpointsOfEach) await pause(5);
  // More of the same wait behind them.
  for (let count = 0; count < 3; count += 1) for (const account of accounts) await stage.start(account);
}

/** Lets endpoints take a few events each: they have more places for it when they hang. */
function warm(accounts) {
  return stage.whileTheyAnswer(async () => {
    const wanted = stage.answered + 4 * accounts.length * endpointsOfEach;
    for (let count = 0; count < 4; count += 1) for (const account of accounts) await stage.start(account);
    while (stage.answered < wanted) await pause(5);
  });
}

/** Ends an execution so many times a second, for a receiver that answers late. @returns the latency of each event. */
async function endSteadily(account, seconds) {
  const ended = [];
  const began = performance.now();
  for (let count = 0; count < slowPerSecond * seconds; count += 1) {
    await pause(Math.max(0, began + (count * 1000) / slowPerSecond - performance.now()));
    ended.push(stage.start(account));
  }
  const arrivals = await Promise.all((await Promise.all(ended)).map((id) => stage.arrivedLate(id)));
  return arrivals.map(({ latencyMs }) => latencyMs);
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
  const slow = await stage.addSlowAccount();
  const late = `${slowPerSecond} ends a second to one that answers after ${slowMs / 1000} s`;
  // It has earned its places after some rounds.
  await endSteadily(slow, 15);
  tell(late, await endSteadily(slow, steadySeconds));
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
    const beside = `beside ${hungAccounts * endpointsOfEach} endpoints ${kind} and hang`;
    tell(`${perSecond} decisions a second, ${beside}`, quickOnes);
    tell(`${late}, ${beside}`, slowOnes);
    // They are left after 15 seconds: what was measured later was measured beside fewer.
    console.log(`  ${before} requests waited for an answer when that began, ${stage.hanging} when it ended`);
  }
} finally {
  await stage.close();
}
