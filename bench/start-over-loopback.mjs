// Starts with the service on this machine, at full speed and at a quarter of the processor's speed.
import { BrowserStage, inTurns } from './browser-stage.mjs';
import { goalOfAll } from './goal.mjs';
import { slowCpu } from './slow-network.mjs';
import { addContestants, isSdk } from './start-contestants.mjs';
import { median, spread } from './statistics.mjs';
import { longTaskMs, timeFirstScreen } from './time-to-first-screen.mjs';

/** Goal of the project: maximum time to the first screen, as a multiple of the loaded modal's. */
const maxTimesModal = 1.5;

/** @returns `table`, `goals` and `browser`, for `report`. */
export async function startOverLoopback(rounds) {
  const stage = await BrowserStage.open();
  try {
    const { modal, modalInPage, script, scriptFetching, npm } = await addContestants(stage);
    const contestants = [modal, modalInPage, script, scriptFetching, npm];
    const figures = [];
    for (const slowdown of [1, slowCpu]) {
      const results = await inTurns(rounds, contestants, (one) => timeFirstScreen(stage, one, { slowdown }));
      const modalMs = medianOf(results[0], 'ms');
      for (const [index, { name }] of contestants.entries()) {
        const ratio = medianOf(results[index], 'ms') / modalMs;
        figures.push({ name, slowdown, ratio, results: results[index] });
      }
    }
    return {
      table: { caption: 'Service on the same machine', rows: figures.map(row) },
      goals: goalsFor(figures.filter(isSdk)),
      browser: stage.browserVersion,
    };
  } finally {
    await stage.close();
  }
}

const medianOf = (results, member) => median(results.map((result) => result[member]));
const longestTaskMs = (results) => Math.max(...results.map((result) => result.longestTaskMs));

function row({ name, slowdown, ratio, results }) {
  const longest = longestTaskMs(results);
  return {
    processor: `1/${slowdown}`,
    contestant: name,
    'first screen, median, ms': Math.round(medianOf(results, 'ms')),
    'spread, ms': spread(results.map(({ ms }) => ms)),
    '× loaded modal': ratio.toFixed(2),
    'main thread CPU, ms': Math.round(medianOf(results, 'cpuMs')),
    'longest task, ms': longest === 0 ? `≤ ${longTaskMs}` : Math.round(longest),
  };
}

function goalsFor(sdk) {
  const named = sdk.map((one) => ({ ...one, name: `${one.name}, at 1/${one.slowdown}` }));
  const goal = (text, isMetBy) => goalOfAll(`same machine: ${text}`, named, isMetBy);
  return [
    goal(`at most ${maxTimesModal} × the loaded modal`, ({ ratio }) => ratio <= maxTimesModal),
    goal(
      `no task over ${longTaskMs} ms at full speed`,
      ({ slowdown, results }) => slowdown > 1 || longestTaskMs(results) <= longTaskMs,
    ),
  ];
}
