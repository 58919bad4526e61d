// Holds docs/coverage.md against the last test run: every test it names must have run and passed. Where the slow suites did
// not run (npm test without --slow), a test of theirs must exist under the title that is named: `npm test -- --slow` shows
// that it passes. A row without a test is open; how many there are is printed.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { playwrightTests, readReport, vitestTests } from './test-results.mjs';
import { isStarted, packageScript, root, tool } from './workspace.mjs';

const results = join(root, '.cache', 'test-results');
const unheard = { onOutput: () => {}, isHeld: true };

/**
 * The rows of a coverage table: `| id | statement | test; test |`, each test as `file › title`.
 *
 * @param {string} markdown
 * @returns {{
 *   rows: { id: string, statement: string, tests: { file: string, title: string }[] }[],
 *   unreadable: string[],
 * }} lines that look like rows and are none are unreadable
 */
export function parseCoverage(markdown) {
  const rows = [];
  const unreadable = [];
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line) || /^\|\s*id\s*\|/.test(line)) continue;
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, id = '', statement, named = ''] = cells;
    const tests = named.split(/;\s*/).filter(Boolean).map(namedTest);
    const isRow =
      cells.length === 5 && /^[A-Z]+[\d.]*-\d+$/.test(id) && tests.every(({ title }) => title !== '');
    if (isRow) rows.push({ id, statement, tests });
    else unreadable.push(line);
  }
  return { rows, unreadable };
}

function namedTest(test) {
  const [file, ...title] = test.replace(/`/g, '').split(' › ');
  return { file: file.trim(), title: title.join(' › ').trim() };
}

/**
 * What is wrong with the table: ids used twice, tests that did not run, were skipped or failed.
 *
 * @param {ReturnType<typeof parseCoverage>['rows']} rows
 * @param {(file: string, title: string) => boolean} holds - whether a test may be named.
 * @returns {string[]}
 */
export function coverageFaults(rows, holds) {
  const faults = [];
  const seen = new Set();
  for (const { id, tests } of rows) {
    if (seen.has(id)) faults.push(`${id}: the id is used twice`);
    seen.add(id);
    for (const { file, title } of tests) {
      if (!holds(file, title)) faults.push(`${id}: no passing test "${title}" in ${file || '(no file)'}`);
    }
  }
  return faults;
}

/** Whether a file belongs to the slow suites. */
export function isSlow(file) {
  return /(^|\/)slow\//.test(file);
}

/**
 * Whether a title as it is named is one that a title as it stands in the source may become: with `%s`, `%i`, `$name` and
 * `${…}` filled in. Where the source says no more than that, nothing is known of the title.
 */
export function isTitleOf(title, written) {
  const placeholder = /%[sdifjo#%]|\$\{[^}]*\}|\$[\w.]+/;
  const fixed = written.split(placeholder);
  if (fixed.join('').replace(/\W/g, '').length < 8) return title === written;
  const escaped = fixed.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.+')}$`).test(title);
}

/** Asks the runners which tests the slow suites have, without running them: titles as they are written, by file. */
async function writtenSlowTests() {
  const list = join(results, 'slow-list.json');
  const options = ['--config', 'vitest.slow.config.ts', '--static-parse', `--json=${list}`];
  const code = await tool('vitest', ['list', ...options], unheard);
  const tests = code === 0 ? readReport(list) : [];
  const written = new Map();
  const write = (file, title) => written.set(file, [...(written.get(file) ?? []), title]);
  for (const { file, name } of tests) write(relative(root, file), name.split(' > ').at(-1));
  for (const { file, title } of await slowJourneys()) write(file, title);
  return written;
}

async function slowJourneys() {
  const list = join(results, 'slow-journeys-list.json');
  const env = { JOURNEYS: 'slow', PLAYWRIGHT_JSON_OUTPUT_NAME: list };
  await packageScript('@vendor/e2e', 'journeys', { ...unheard, env }, ['--list']);
  return playwrightTests(readReport(list), root);
}

/** All tests that passed in the last run: file → titles. A title shared by several tests counts only if all passed. */
function passedTests({ suites, journeys }) {
  const report = (name) => readReport(join(results, name));
  const tests = [
    ...suites.flatMap((name) => vitestTests(report(name), root)),
    ...journeys.flatMap((name) => playwrightTests(report(name), root)),
  ];
  const passed = new Map(tests.map(({ file }) => [file, new Set()]));
  for (const { file, title, outcome } of tests) {
    if (outcome === 'passed') passed.get(file).add(title);
  }
  for (const { file, title, outcome } of tests) {
    if (outcome !== 'passed') passed.get(file).delete(title);
  }
  return passed;
}

if (isStarted(import.meta.url)) {
  if (!existsSync(results)) {
    console.error('No test has run yet that the table could be held against: run npm test first.');
    process.exit(1);
  }
  // After a run that was to include them, a missing report is no excuse.
  const slowRan = process.argv.includes('--slow') || existsSync(join(results, 'slow.json'));
  const passed = passedTests({
    suites: ['unit.json', ...(slowRan ? ['slow.json'] : [])],
    journeys: ['journeys.json', ...(slowRan ? ['slow-journeys.json'] : [])],
  });
  const written = slowRan ? new Map() : await writtenSlowTests();
  const { rows, unreadable } = parseCoverage(readFileSync(join(root, 'docs', 'coverage.md'), 'utf8'));
  const holds = (file, title) =>
    isSlow(file) && !slowRan
      ? (written.get(file) ?? []).some((known) => isTitleOf(title, known))
      : passed.get(file)?.has(title) === true;
  const faults = [...unreadable.map((line) => `not a row: ${line}`), ...coverageFaults(rows, holds)];
  if (rows.length === 0) faults.push('docs/coverage.md has no rows');
  for (const fault of faults) console.error(fault);
  const open = rows.filter(({ tests }) => tests.length === 0).length;
  const bySlow = rows.filter(({ tests }) => tests.some(({ file }) => isSlow(file))).length;
  const aside = slowRan ? '' : ` (${bySlow} of them by the slow suites, which npm test -- --slow runs)`;
  console.log(
    `docs/coverage.md: ${rows.length} statements, ${rows.length - open} closed${aside}, ${open} open`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}
