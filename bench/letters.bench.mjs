// Cost of the thread that reads letters: memory of the whole process before there is one, under load, and after it has ended, twice.
// The letter is a photograph without a text layer, which takes the most.
import { once } from 'node:events';
import { addressLetter, encodeJpeg, renderLetter, renderScene } from '@vendor/specimens';
import { openEvaluator } from '../packages/service/dist/evaluations/open-evaluator.js';
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
const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);
const { evaluator, close } = openEvaluator({ idleMs: 1000 });
const memory = 'memory of the process, MB';
const rows = [{ when: 'before the first letter', [memory]: megabytes() }];
for (let life = 1; life <= lives; life++) {
  const ended = once(process, 'worker').then(([worker]) => once(worker, 'exit'));
  const cpu = process.cpuUsage();
  let most = 0;
  for (let index = 0; index < lettersPerLife; index++) {
    await evaluator.evaluateAddress(task, signal);
    most = Math.max(most, megabytes());
    if (index === 0) rows.push({ when: `thread ${life}, one letter`, [memory]: most });
  }
  const { user, system } = process.cpuUsage(cpu);
  const perLetter = Math.round((user + system) / 1000 / lettersPerLife);
  rows.push({
    when: `thread ${life}, most of ${lettersPerLife}`,
    [memory]: most,
    'CPU, ms a letter': perLetter,
  });
  await ended;
  rows.push({ when: `thread ${life} has ended`, [memory]: megabytes() });
}
await close();

report({
  title: 'Cost of reading letters',
  measured:
    'Memory and CPU of the process while a thread reads a photographed letter, and memory after the thread has ended.',
  tables: [{ rows }],
});
