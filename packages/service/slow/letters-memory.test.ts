import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addressLetter, encodeJpeg, renderLetter } from '@vendor/specimens';
import { afterAll, beforeAll, expect, it } from 'vitest';

const evaluator = new URL('../dist/evaluations/open-evaluator.js', import.meta.url).href;
const now = Date.parse('2031-03-01T10:00:00Z');

/** Two lives of the thread, each of so many letters: what the process holds after each letter, and after each life. */
const script = `
  import { once } from 'node:events';
  import { readFileSync } from 'node:fs';
  import { openEvaluator } from '${evaluator}';
  const { evaluator, close } = openEvaluator({ idleMs: 500 });
  const file = { kind: 'clean', bytes: readFileSync(process.argv[2]), contentType: 'image/jpeg' };
  const expected = { fullName: null, address: null };
  const task = { file, accepts: ['UTILITY_BILL'], maxAgeDays: 90, expected, now: ${now} };
  const lives = [];
  const before = process.memoryUsage.rss();
  for (let life = 0; life < 2; life++) {
    const ended = once(process, 'worker').then(([worker]) => once(worker, 'exit'));
    const held = [];
    for (let letter = 0; letter < 4; letter++) {
      const { kind } = await evaluator.evaluateAddress(task, new AbortController().signal);
      held.push({ kind, bytes: process.memoryUsage.rss() });
    }
    await ended;
    lives.push({ held, left: process.memoryUsage.rss() });
  }
  await close();
  console.log(JSON.stringify({ before, lives }));
`;

interface Report {
  before: number;
  lives: { held: { kind: string; bytes: number }[]; left: number }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-letters-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the thread that reads letters holds no more with each letter, and is let go of when none comes', async () => {
  const { picture } = await renderLetter(addressLetter('en', new Date(now)), 2400);
  const path = join(folder, 'letter.jpg');
  writeFileSync(path, await encodeJpeg(picture));
  // Threads inherit the flags of a script on the command line, and refuse them.
  const measuring = join(folder, 'measure.mjs');
  writeFileSync(measuring, script);
  const { stdout } = await promisify(execFile)(process.execPath, [measuring, path]);
  const { before, lives } = JSON.parse(stdout) as Report;
  const megabyte = 1e6;
  for (const { held, left } of lives) {
    expect(held.map(({ kind }) => kind)).toEqual(Array(4).fill('evaluated'));
    const most = Math.max(...held.map(({ bytes }) => bytes));
    expect(most - before).toBeLessThan(700 * megabyte);
    expect(most - held[0]!.bytes).toBeLessThan(150 * megabyte);
    expect(left).toBeLessThan(most);
  }
  // The allocator keeps some of what was freed: it must be there for the next thread, not added to.
  const [first, second] = lives.map(({ left }) => left);
  expect(second! - first!).toBeLessThan(250 * megabyte);
});
