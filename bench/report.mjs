// Prints the results of a benchmark. With `--write` it also writes them to docs/measurements/<name of the benchmark>.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultOf } from './goal.mjs';
import { renderPage } from './measurement-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param measurement
 * - `title` and `measured`: what is measured, in one or two sentences.
 * - `tables`: each with an optional `caption` and its `rows`, values by column; a column's name ends with its unit. A `section`
 *   begins a section of that name.
 * - `notes`: further sentences.
 * - `goals`: targets that the project has set itself, each with its `text` and whether it `isMet`, or as returned by
 *   `goalOfAll`.
 * - `browser`: its name and version, if one is measured.
 */
export function report(measurement) {
  const { tables, notes = [], goals = [], browser } = measurement;
  for (const { section, caption, rows } of tables) {
    if (section) console.log(`\n${section}`);
    if (caption) console.log(`${caption}:`);
    console.table(rows);
  }
  for (const note of notes) console.log(note);
  for (const goal of goals) console.log(`goal (${goal.text}): ${resultOf(goal)}`);
  const given = process.argv.slice(2);
  if (!given.includes('--write')) return;
  const name = basename(process.argv[1], '.bench.mjs');
  const page = join(root, 'docs', 'measurements', `${name}.md`);
  mkdirSync(join(page, '..'), { recursive: true });
  writeFileSync(
    page,
    renderPage({
      ...measurement,
      command: ['npm run bench', name, '--', ...given].join(' '),
      conditions: { ...conditionsOf(), ...(browser && { browser }) },
    }),
  );
  console.log(`written to docs/measurements/${name}.md`);
}

function conditionsOf() {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    'Node.js': process.versions.node,
    processor: `${cpus()[0].model.trim()}, ${availableParallelism()} cores`,
    memory: `${(totalmem() / 1024 ** 3).toFixed(1)} GiB`,
  };
}

/** Returns the short hash of the checked-out commit. Changes to measurement pages do not count as uncommitted changes. */
function commit() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', '.', ':!docs/measurements');
  return `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : ', with changes'}`;
}
