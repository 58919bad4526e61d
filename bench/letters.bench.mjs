// Memory cost of the process that reads letters: memory of all processes before it starts, under load, and after it has ended,
// twice. The letter is a photograph without a text layer, which costs the most.
import { setTimeout as pause } from 'node:timers/promises';
import { addressLetter, encodeJpeg, renderLetter, renderScene } from '@vendor/specimens';
import { openEvaluator } from '../packages/service/dist/evaluations/open-evaluator.js';
import { readProcessTree, sumOf } from './process-tree.mjs';
import { report } from './report.mjs';

const lettersPerLife = 6;
const lives = 2;
const now = Date.now();
const letter = addressLetter('en', new Date(now));
const scene = { size: { width: 1800, height: 2400 }, pose: { pxPerMm: 7.2, tiltDeg: 4 } };
const { picture } = await renderScene({ page: await renderLetter(letter, 2400), ...scene });
const bytes = await encodeJpeg(picture);

const { signal } = new AbortController();
const task = {
  file: { kind: 'clean', bytes, contentType: 'image/jpeg' },
  accepts: ['UTILITY_BILL', 'BANK_STATEMENT'],
  maxAgeDays: 90,
  expected: { fullName: letter.name, address: letter.address.join(', ') },
  now,
};
const cpuOfAll = () => sumOf(readProcessTree(process.pid), 'cpuMs');
const megabytesOfAll = () => Math.round(sumOf(readProcessTree(process.pid), 'residentBytes') / 1e6);
const isAlone = () => readProcessTree(process.pid).length === 1;
const { evaluator, close } = openEvaluator({ idleMs: 1000 });
const memory = 'memory of all processes, MB';
const rows = [{ when: 'before the first letter', [memory]: megabytesOfAll() }];
for (let life = 1; life <= lives; life++) {
  const cpu = cpuOfAll();
  let most = 0;
  for (let index = 0; index < lettersPerLife; index++) {
    await evaluator.run('address', task, signal);
    most = Math.max(most, megabytesOfAll());
    if (index === 0) rows.push({ when: `process ${life}, one letter`, [memory]: most });
  }
  const perLetter = Math.round((cpuOfAll() - cpu) / lettersPerLife);
  rows.push({
    when: `process ${life}, most of ${lettersPerLife}`,
    [memory]: most,
    'CPU, ms a letter': perLetter,
  });
  while (!isAlone()) await pause(100);
  rows.push({ when: `process ${life} has ended`, [memory]: megabytesOfAll() });
}
await close();

report({
  title: 'Cost of reading letters',
  measured:
    'Memory and CPU of all processes while one reads a photographed letter, and memory after it has ended.',
  tables: [{ rows }],
});
