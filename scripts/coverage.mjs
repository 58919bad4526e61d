// Holds docs/coverage.md against the last test run: every test it names must have run and passed.
// A row without a test is open; how many there are is printed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightTests, readReport, vitestTests } from './test-results.mjs';
import { isStarted, root } from './workspace.mjs';

const results = join(root, '.cache', 'test-results');

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

/** What is wrong with the table: ids used twice, tests that did not run, were skipped or failed. */
export function coverageFaults(rows, passedTests) {
  const faults = [];
  const seen = new Set();
  for (const { id, tests } of rows) {
    if (seen.has(id)) faults.push(`${id}: the id is used twice`);
    seen.add(id);
    for (const { file, title } of tests) {
      if (!passedTests.get(file)?.has(title))
        faults.push(`${id}: no passing test "${title}" in ${file || '(no file)'}`);
    }
  }
  return faults;
}

/** All tests that passed in the last run: file → titles. A title shared by several tests counts only if all passed. */
function passedTests() {
  const report = (name) => readReport(join(results, name));
  const tests = [
    ...vitestTests(report('unit.json'), root),
    ...vitestTests(report('slow.json'), root),
    ...playwrightTests(report('journeys.json'), root),
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
  const { rows, unreadable } = parseCoverage(readFileSync(join(root, 'docs', 'coverage.md'), 'utf8'));
  const faults = [...unreadable.map((line) => `not a row: ${line}`), ...coverageFaults(rows, passedTests())];
  if (rows.length === 0) faults.push('docs/coverage.md has no rows');
  for (const fault of faults) console.error(fault);
  const open = rows.filter((row) => row.tests.length === 0).length;
  console.log(`docs/coverage.md: ${rows.length} statements, ${rows.length - open} closed, ${open} open`);
  process.exit(faults.length === 0 ? 0 : 1);
}
