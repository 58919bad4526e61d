import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addressLetter, encodeJpeg, renderLetter } from '@vendor/specimens';
import { afterAll, beforeAll, expect, it } from 'vitest';

const evaluator = new URL('../dist/evaluations/open-evaluator.js', import.meta.url).href;
const usage = new URL('../dist/evaluations/decoders/process-usage.js', import.meta.url).href;
const now = Date.parse('2031-03-01T10:00:00Z');

/** Runs two lives of the process with four letters each. Reports the memory after each letter, once the process has ended. */
const script = `
  import { readFileSync } from 'node:fs';
  import { setTimeout as pause } from 'node:timers/promises';
  import { openEvaluator } from '${evaluator}';
  import { readUsage } from '${usage}';
  const { evaluator, close } = openEvaluator({ idleMs: 500 });
  const file = { kind: 'clean', bytes: readFileSync(process.argv[2]), contentType: 'image/jpeg' };
  const expected = { fullName: null, address: null };
  const task = { file, accepts: ['UTILITY_BILL'], maxAgeDays: 90, expected, now: ${now} };
  const children = () =>
    readFileSync('/proc/self/task/' + process.pid + '/children', 'latin1').split(' ').map(Number).filter(Boolean);
  const lives = [];
  for (let life = 0; life < 2; life++) {
    const held = [];
    for (let letter = 0; letter < 4; letter++) {
      const { kind } = await evaluator.run('address', task, new AbortController().signal);
      held.push({ kind, bytes: Math.max(...children().map((pid) => readUsage(pid).residentBytes)) });
    }
    while (children().length > 0) await pause(50);
    lives.push({ held });
  }
  await close();
  console.log(JSON.stringify({ lives }));
`;

interface Report {
  lives: { held: { kind: string; bytes: number }[] }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-letters-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(process.platform !== 'linux')(
  'keeps the memory of the letter reader bounded across letters, and ends its process when idle',
  async () => {
    const { picture } = await renderLetter(addressLetter('en', new Date(now)), 2400);
    const path = join(folder, 'letter.jpg');
    writeFileSync(path, await encodeJpeg(picture));
    const measuring = join(folder, 'measure.mjs');
    writeFileSync(measuring, script);
    const { stdout } = await promisify(execFile)(process.execPath, [measuring, path]);
    const { lives } = JSON.parse(stdout) as Report;
    const megabyte = 1e6;
    expect(lives).toHaveLength(2);
    for (const { held } of lives) {
      expect(held.map(({ kind }) => kind)).toEqual(Array(4).fill('evaluated'));
      const max = Math.max(...held.map(({ bytes }) => bytes));
      expect(max).toBeLessThan(500 * megabyte);
      expect(max - held[0]!.bytes).toBeLessThan(150 * megabyte);
    }
  },
);
