// Rate of starts while a backup of the data folder is written, compared with the rate without one, in alternating turns on one
// service.
//
//     npm run bench backup                     50,000 executions and 1,000 pictures
//     npm run bench backup -- --rounds 9       more turns
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { FilledFolders } from './filled-folder.mjs';
import { api, runOperatorCommand } from './grown-service.mjs';
import { keepPictures } from './kept-pictures.mjs';
import { report } from './report.mjs';
import { median, spread } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '50000' },
    pictures: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const [count, pictures, rounds] = [Number(options.runs), Number(options.pictures), Number(options.rounds)];
const connections = 16;
const warmUpMs = 8000;
/** Goal of the project: maximum share of the starts that a backup may cost. */
const maxLoss = 0.2;

/**
 * Starts executions until other work has finished.
 *
 * @returns starts per second, and the duration of the work.
 */
async function loadWhile(service, work) {
  const load = autocannon({
    url: `${service.origin}${api}/init-workflow`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.apiKey },
    body: JSON.stringify({
      workflowId: service.workflows[0].id,
      inputs: { user_id: 'bench', email: 'bench@example.com' },
    }),
    connections,
    duration: 3600,
  });
  let answered = 0;
  load.on('response', () => answered++);
  const began = performance.now();
  await work();
  const [seconds, starts] = [(performance.now() - began) / 1000, answered];
  load.stop();
  const { non2xx, errors, latency } = await load;
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals, ${errors} errors`);
  return { rate: starts / seconds, seconds, p50: latency.p50, p99: latency.p99 };
}

const parent = mkdtempSync(join(tmpdir(), 'vo-backup-'));
const folders = new FilledFolders();
try {
  const service = await folders.open(count);
  const mediaBytes = keepPictures(service.folder, pictures);
  const archive = join(parent, 'archive.tar');
  const backUp = () => runOperatorCommand(service, ['backup', archive]);
  await loadWhile(service, () => pause(warmUpMs));
  await backUp();
  const results = { without: [], with: [] };
  let [seconds, archiveBytes] = [0, statSync(archive).size];
  rmSync(archive);
  const measure = {
    without: () => loadWhile(service, () => pause(seconds * 1000)),
    with: () => loadWhile(service, backUp),
  };
  for (let turn = 0; turn < rounds; turn++) {
    // The first turn determines how long a backup takes; after that, each of the two comes first equally often.
    for (const which of turn % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      const result = await measure[which]();
      results[which].push(result);
      if (which === 'without') continue;
      seconds = result.seconds;
      archiveBytes = statSync(archive).size;
      rmSync(archive);
    }
  }
  const losses = results.with.map(({ rate }, turn) => 1 - rate / results.without[turn].rate);
  const row = (name, some) => {
    const rates = some.map(({ rate }) => rate);
    return {
      starts: name,
      'starts a second, median': Math.round(median(rates)),
      'starts a second, spread': spread(rates),
      'p50, ms': median(some.map(({ p50 }) => p50)),
      'p99, ms': median(some.map(({ p99 }) => p99)),
    };
  };
  const percent = (share) => Math.round(share * 100);
  report({
    title: 'Starts during a backup',
    measured:
      'Rate of `POST init-workflow` for as long as `orchestration backup` runs beside the service, and for as long without it.',
    tables: [
      {
        rows: [
          row('without a backup', results.without),
          {
            ...row('while a backup is written', results.with),
            'fewer starts, median, %': percent(median(losses)),
            'fewer starts, spread, %': spread(losses.map((loss) => loss * 100)),
            'a backup takes, s': Math.round(median(results.with.map(({ seconds: took }) => took))),
          },
        ],
      },
    ],
    notes: [
      `Turns: ${rounds}, each with and without a backup, over ${connections} connections.`,
      `Before the first turn there are ${count.toLocaleString('en-US')} executions in a database of ${Math.round(service.megabytes)} MB, and ${pictures.toLocaleString('en-US')} pictures of ${Math.round(mediaBytes / 1e6)} MB. The last archive has ${Math.round(archiveBytes / 1e6)} MB.`,
    ],
    goals: [
      {
        text: `a backup costs at most ${percent(maxLoss)} % of the starts`,
        isMet: median(losses) <= maxLoss,
      },
    ],
  });
} finally {
  await folders.close();
  rmSync(parent, { recursive: true, force: true });
}
