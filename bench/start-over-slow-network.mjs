// Starts over slow 4G at a quarter of the processor's speed.
import { BrowserStage, inTurns } from './browser-stage.mjs';
import { goalOfAll } from './goal.mjs';
import { slow4g, slowCpu } from './slow-network.mjs';
import { addContestants, isSdk } from './start-contestants.mjs';
import { median, spread } from './statistics.mjs';
import { timeFirstScreen } from './time-to-first-screen.mjs';

// Goals that the project has set itself, until the first screen.
const maxMs = 600;
const maxRequests = 8;
/** Maximum number of requests that wait for one another. */
const maxInRow = 2;

/** @returns `table`, `goals`, `notes` and `browser`, for `report`. */
export async function startOverSlowNetwork(rounds) {
  const stage = await BrowserStage.open({ preflightDelayMs: slow4g.latency });
  try {
    const { modal, script, scriptFetching, npm, ballerine } = await addContestants(stage);
    const contestants = [modal, script, scriptFetching, npm, ballerine];
    const conditions = { slowdown: slowCpu, network: slow4g };
    const results = await inTurns(rounds, contestants, (one) => timeFirstScreen(stage, one, conditions));
    const figures = contestants.map(({ name }, index) => figuresOf(name, results[index]));
    const [modalFigures] = figures;
    return {
      table: {
        caption: 'Slow 4G (150 ms, 1.6 Mbit/s down, 750 kbit/s up), processor 1/4',
        rows: figures.map((one) => row(one, modalFigures)),
      },
      notes,
      goals: goalsFor(figures.filter(isSdk), figures.at(-1)),
      browser: stage.browserVersion,
    };
  } finally {
    await stage.close();
  }
}

const notes = [
  'Requests count until the first screen is laid out, CORS preflights included.',
  'Requests in a row: length of the longest chain in which each request was sent after the one before it had been answered. Chance may lengthen a chain, nothing shortens one.',
  "The browser's emulation leaves CORS preflights out, so the service delays them by the latency. Opening a connection costs nothing in either case.",
  'The page itself, with all that it loads before the start, is loaded at full speed.',
  'Ballerine asks no backend and loads no pictures. Its web font is refused at once. Its screen counts when it is laid out, before it fades in.',
];

function figuresOf(name, results) {
  const medianOf = (figure) => median(results.map(figure));
  return {
    name,
    ms: medianOf(({ ms }) => ms),
    spread: spread(results.map(({ ms }) => ms)),
    requests: medianOf(({ network }) => network.count),
    inRow: medianOf(({ network }) => network.depth),
    bytes: medianOf(({ network }) => network.bytes),
    cpuMs: medianOf(({ cpuMs }) => cpuMs),
  };
}

const row = ({ name, ms, spread, requests, inRow, bytes, cpuMs }, modal) => ({
  contestant: name,
  'first screen, median, ms': Math.round(ms),
  'spread, ms': spread,
  '× loaded modal': (ms / modal.ms).toFixed(2),
  requests,
  'requests in a row': inRow,
  'received, bytes': bytes,
  'main thread CPU, ms': Math.round(cpuMs),
});

function goalsFor(sdk, ballerine) {
  const goal = (text, isMetBy) => goalOfAll(`slow 4G: ${text}`, sdk, isMetBy);
  return [
    goal(`at most ${maxMs} ms`, ({ ms }) => ms <= maxMs),
    goal('at most as long as Ballerine', ({ ms }) => ms <= ballerine.ms),
    goal(`at most ${maxRequests} requests`, ({ requests }) => requests <= maxRequests),
    goal(`at most ${maxInRow} requests in a row`, ({ inRow }) => inRow <= maxInRow),
  ];
}
