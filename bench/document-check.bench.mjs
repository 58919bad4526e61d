// CPU of a document check through the real pool, beside decoding the same picture and nothing else, in one run and in
// turns. While the pool works the thread that answers requests must stay free: its longest delay is printed too.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { decodeImage } from '@vendor/checks';
import { encodeJpeg, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import { openEvaluator } from '../packages/service/dist/evaluations/open-evaluator.js';

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

/** CPU of the whole process, threads included, and time on the wall, in milliseconds. */
async function measure(work) {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const result = await work();
  const wall = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  return { result, cpu: (user + system) / 1000, wall };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (values) => `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
const row = (name, found, runs) => ({
  name,
  found,
  'CPU ms (median)': Math.round(median(runs.map((run) => run.cpu))),
  'CPU spread': spread(runs.map((run) => run.cpu)),
  'wall ms (median)': Math.round(median(runs.map((run) => run.wall))),
});

const { evaluator, concurrency, close } = openEvaluator();
const check = (front) =>
  evaluator.evaluateDocument(
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
    // The first check of a thread loads its code.
    await check(jpeg);
    const checks = [];
    const decodings = [];
    for (let round = 0; round < rounds; round++) {
      decodings.push(await measure(() => decodeImage(jpeg)));
      checks.push(await measure(() => check(jpeg)));
    }
    rows.push(row(name, foundIn(checks[0].result), checks), row('  decoding alone', '', decodings));
  }
  console.table(rows);

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const many = Array.from({ length: 8 }, (_, index) => check(pictures[index % pictures.length]));
  const { wall } = await measure(() => Promise.all(many));
  delay.disable();
  console.log(
    `${many.length} checks at once in ${concurrency} threads: ${(many.length / (wall / 1000)).toFixed(1)} checks/s`,
  );
  console.log(`longest delay of the main thread meanwhile: ${(delay.max / 1e6).toFixed(0)} ms`);
} finally {
  await close();
}
