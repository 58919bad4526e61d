// From start() to the first painted screen, beside an empty modal that asks the service for the same first, and beside the web
// SDK of Ballerine. All in one run and in turns, each in a browser that has cached nothing. Motion is reduced, so that the
// first picture is the whole one. CPU is that of the page's main thread.
//
//     npm run bench sdk-start                       both parts
//     npm run bench sdk-start -- --only slow        one part: loopback or slow
//     npm run bench sdk-start -- --rounds 15        more rounds
//     npm run bench sdk-start -- --trace            a CPU profile and the requests of one start instead
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BrowserStage, inTurns, median, spread } from './browser-stage.mjs';
import { recordProfile, topFunctions } from './cpu-profile.mjs';
import { addContestants } from './start-contestants.mjs';
import { longTaskMs, timeFirstScreen } from './time-to-first-screen.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    trace: { type: 'boolean', default: false },
  },
  strict: false,
});
const rounds = Number(options.rounds);

/** Slow 4G: latency of a request in ms, throughput in bytes a second. */
const slow4g = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowCpu = 4;

const goals = { ratio: 1.5, slowMs: 600, requests: 8, depth: 2 };

const isSdk = ({ name }) => name.startsWith('SDK');

/** The service on this machine, at the processor's full speed and at a quarter of it. */
async function measureLoopback() {
  const stage = await BrowserStage.open();
  try {
    const { modalInPage, modal, script, scriptFetching, npm } = await addContestants(stage);
    const contestants = [modal, modalInPage, script, scriptFetching, npm];
    const rows = [];
    const met = [];
    for (const slowdown of [1, slowCpu]) {
      const results = await inTurns(rounds, contestants, (one) => timeFirstScreen(stage, one, { slowdown }));
      for (const [index, contestant] of contestants.entries()) {
        const medianOf = (member, of = index) => median(results[of].map((result) => result[member]));
        const longest = Math.max(...results[index].map(({ longestTaskMs }) => longestTaskMs));
        const ratio = medianOf('ms') / medianOf('ms', 0);
        if (isSdk(contestant)) met.push({ ratio, longest: slowdown === 1 ? longest : 0 });
        rows.push({
          processor: `1/${slowdown}`,
          contestant: contestant.name,
          'median, ms': Math.round(medianOf('ms')),
          'spread, ms': spread(results[index].map(({ ms }) => ms)),
          '× the loaded modal': ratio.toFixed(2),
          'CPU, ms': Math.round(medianOf('cpuMs')),
          'longest task, ms': longest === 0 ? `≤ ${longTaskMs}` : Math.round(longest),
        });
      }
    }
    console.table(rows);
    tell(
      `loopback: at most ${goals.ratio} × the loaded modal`,
      met.every(({ ratio }) => ratio <= goals.ratio),
    );
    tell(
      `loopback: no task over ${longTaskMs} ms at full speed`,
      met.every(({ longest }) => longest <= longTaskMs),
    );
  } finally {
    await stage.close();
  }
}

/** The service behind a slow network, at a quarter of the processor's speed. */
async function measureSlow() {
  const stage = await BrowserStage.open({ preflightDelayMs: slow4g.latency });
  try {
    const { modal, script, scriptFetching, npm, ballerine } = await addContestants(stage);
    const contestants = [modal, script, scriptFetching, npm, ballerine];
    const conditions = { slowdown: slowCpu, network: slow4g };
    const results = await inTurns(rounds, contestants, (one) => timeFirstScreen(stage, one, conditions));
    const figures = contestants.map((contestant, index) => {
      const medianOf = (figure) => median(results[index].map(figure));
      return {
        contestant,
        ms: medianOf(({ ms }) => ms),
        spread: spread(results[index].map(({ ms }) => ms)),
        requests: medianOf(({ network }) => network.count),
        depth: medianOf(({ network }) => network.depth),
        bytes: medianOf(({ network }) => network.bytes),
        cpuMs: medianOf(({ cpuMs }) => cpuMs),
      };
    });
    console.table(
      figures.map(({ contestant, ms, spread, requests, depth, bytes, cpuMs }) => ({
        contestant: contestant.name,
        'median, ms': Math.round(ms),
        'spread, ms': spread,
        '× the modal': (ms / figures[0].ms).toFixed(2),
        requests,
        'requests in a row': depth,
        bytes,
        'CPU, ms': Math.round(cpuMs),
      })),
    );
    const ours = figures.filter(({ contestant }) => isSdk(contestant));
    const theirMs = figures.at(-1).ms;
    const goal = (text, isMet) => {
      const missed = ours.filter((one) => !isMet(one)).map(({ contestant }) => contestant.name);
      tell(`slow network: ${text}`, missed.length === 0, missed);
    };
    goal(`at most ${goals.slowMs} ms`, ({ ms }) => ms <= goals.slowMs);
    goal(`at most as long as ${ballerine.name}`, ({ ms }) => ms <= theirMs);
    goal(`at most ${goals.requests} requests`, ({ requests }) => requests <= goals.requests);
    goal(`at most ${goals.depth} requests in a row`, ({ depth }) => depth <= goals.depth);
  } finally {
    await stage.close();
  }
}

function tell(goal, isMet, missed = []) {
  const by = missed.length > 0 ? ` by ${missed.join('; ')}` : '';
  console.log(`goal (${goal}): ${isMet ? 'met' : 'missed'}${by}`);
}

/** Records one start over the slow network: prints its requests and where its CPU time goes. */
async function trace() {
  const folder = fileURLToPath(new URL('.cache/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const stage = await BrowserStage.open({ preflightDelayMs: slow4g.latency });
  try {
    const { script, npm } = await addContestants(stage);
    for (const [key, contestant] of Object.entries({ script, npm })) {
      const conditions = { slowdown: slowCpu, network: slow4g };
      let recorded;
      const { ms, network } = await timeFirstScreen(stage, contestant, conditions, async (session, start) => {
        recorded = await recordProfile(session, start);
        return recorded.result;
      });
      const path = join(folder, `sdk-start-${key}.cpuprofile`);
      writeFileSync(path, JSON.stringify(recorded.profile));
      console.log(`\n${contestant.name}: ${Math.round(ms)} ms while recorded; profile in ${path}`);
      console.table(network.requests);
      console.table(topFunctions(recorded.profile, 30));
    }
  } finally {
    await stage.close();
  }
}

if (options.trace) await trace();
else {
  if (options.only !== 'slow') await measureLoopback();
  if (options.only !== 'loopback') await measureSlow();
}
