// CPU of a document check in the real pool, compared with merely decoding the same picture, alternately in one run. Also
// measures the longest delay of the thread that answers requests, which must stay responsive while the pool works.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { decodeImage } from '@vendor/checks';
import { encodeJpeg, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import { openEvaluator } from '../packages/service/dist/evaluations/open-evaluator.js';
import { readProcessTree, sumOf } from './process-tree.mjs';
import { report } from './report.mjs';
import { median, spread } from './statistics.mjs';

const rounds = 12;
const now = Date.now();
const { signal } = new AbortController();
const page = await renderPassport(utopianPassport(new Date(now)), { widthPx: 1500 });

const scenes = {
  'passport, 1280 × 720': { size: { width: 1280, height: 720 }, page },
  'passport, 1920 × 1080, tilted': {
    size: { width: 1920, height: 1080 },
    page,
    pose: { tiltDeg: 12, yawDeg: -6, rollDeg: 5 },
  },
  'blurred passport, 1920 × 1080': { size: { width: 1920, height: 1080 }, page, blurPx: 8 },
  'bare table, 1920 × 1080': { size: { width: 1920, height: 1080 } },
};

const cpuOfAll = () => sumOf(readProcessTree(process.pid), 'cpuMs');

/** Returns the CPU of this process and its child processes, and the elapsed time, in ms. */
async function measure(work) {
  const cpu = cpuOfAll();
  const begun = performance.now();
  const result = await work();
  const wall = performance.now() - begun;
  return { result, cpu: cpuOfAll() - cpu, wall };
}

const row = (name, found, runs) => ({
  picture: name,
  found,
  'CPU, median, ms': Math.round(median(runs.map((run) => run.cpu))),
  'CPU, spread, ms': spread(runs.map((run) => run.cpu)),
  'time, median, ms': Math.round(median(runs.map((run) => run.wall))),
});

const { evaluator, concurrency, close } = openEvaluator();
const check = (front) =>
  evaluator.run(
    'document',
    {
      documentType: 'PASSPORT',
      front,
      back: null,
      expected: { fullName: 'Anna Maria Eriksson', dateOfBirth: null },
      now,
      acceptsSpecimens: true,
    },
    signal,
  );
const foundIn = (evaluation) =>
  evaluation.kind === 'retry'
    ? evaluation.reasons.join(', ')
    : evaluation.findings.map(({ code }) => code).join(', ') || 'nothing against it';

try {
  const rows = [];
  const pictures = [];
  for (const [name, scene] of Object.entries(scenes)) {
    const jpeg = await encodeJpeg((await renderScene(scene)).picture);
    pictures.push(jpeg);
    // The first check of a process also loads its code.
    await check(jpeg);
    const checks = [];
    const decodings = [];
    for (let round = 0; round < rounds; round++) {
      decodings.push(await measure(() => decodeImage(jpeg)));
      checks.push(await measure(() => check(jpeg)));
    }
    rows.push(row(name, foundIn(checks[0].result), checks), row(`${name}, decoding alone`, '', decodings));
  }
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const many = Array.from({ length: 8 }, (_, index) => check(pictures[index % pictures.length]));
  const { wall } = await measure(() => Promise.all(many));
  delay.disable();
  report({
    title: 'Cost of a document check',
    measured:
      'CPU and time of a document check in the pool of processes, beside decoding the same picture and nothing else.',
    tables: [
      { rows },
      {
        caption: `${many.length} checks at once`,
        rows: [
          {
            processes: concurrency,
            'rate, checks a second': Number((many.length / (wall / 1000)).toFixed(1)),
            'longest delay of the main thread, ms': Math.round(delay.max / 1e6),
          },
        ],
      },
    ],
    notes: [`Rounds: ${rounds}.`],
  });
} finally {
  await close();
}
