// The Admin Panel as a person experiences it: lists, filters and exact search among many runs, the first load after the sign-in
// over slow 4G at a quarter of the processor's speed, and the first picture of a run after the click.
//
//     npm run bench panel                              1,000,000 runs, which take a while to fill
//     npm run bench panel -- --runs 20000              fewer
//     npm run bench panel -- --folder /data/bench      keeps the filled database there, for the next time and for `growth`
import { parseArgs } from 'node:util';
import { FilledFolders } from './filled-folder.mjs';
import { goalOfAll } from './goal.mjs';
import { timesOfPanel } from './growth-of-panel.mjs';
import { loadsOfPanel } from './loads-of-panel.mjs';
import { report } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [count, rounds] = [Number(options.runs), Number(options.rounds)];
// Goals that the project has set itself.
const goals = { callMs: 100, loadMs: 1000, loadBytes: 90_000, pictureMs: 300 };

const folders = new FilledFolders(options.folder);
try {
  const service = await folders.open(count);
  const calls = (await timesOfPanel(service)).filter(({ name }) => /^(list|search)/.test(name));
  const loads = await loadsOfPanel(service, rounds);
  report({
    title: 'The Admin Panel',
    measured:
      `Calls of one person, one after the other, among ${count.toLocaleString('en-US')} runs; and the panel in a browser that has cached nothing. ` +
      'Files of the database are in the cache of the system.',
    tables: [
      {
        caption: 'Pages of 50 runs',
        rows: calls.map(({ name, cpu, median, p95 }) => ({
          call: name,
          'CPU, ms': cpu,
          'median, ms': median,
          'p95, ms': p95,
        })),
      },
      {
        caption: 'In the browser',
        rows: [
          {
            what: 'first load after the sign-in, slow 4G, processor 1/4: first run painted',
            'median, ms': loads.loadMs,
            'spread, ms': loads.loadSpread,
            'received, bytes': loads.loadBytes,
          },
          {
            what: 'click on a run to its first picture, loopback',
            'median, ms': loads.pictureMs,
            'spread, ms': loads.pictureSpread,
          },
        ],
      },
    ],
    notes: [
      `Rounds in the browser: ${rounds}. Filling took ${Math.round(service.fillSeconds)} s.`,
      'Received bytes are of the page, its scripts and styles, and the calls until the list is there, with their headers.',
    ],
    goals: [
      goalOfAll(
        `at most ${goals.callMs} ms for each page, 95 of 100 times`,
        calls,
        ({ p95 }) => p95 <= goals.callMs,
      ),
      { text: `first load at most ${goals.loadMs} ms`, isMet: loads.loadMs <= goals.loadMs },
      { text: `first load at most ${goals.loadBytes} bytes`, isMet: loads.loadBytes <= goals.loadBytes },
      { text: `first picture within ${goals.pictureMs} ms`, isMet: loads.pictureMs <= goals.pictureMs },
    ],
    browser: loads.browser,
  });
} finally {
  await folders.close();
}
