// Compares docs/specification.md with the last test run: each statement needs a test with its id as a tag, and all tests with
// the tag must have passed. Prints the matrix. If the slow suites did not run (npm test without --slow), their tests count as
// written; `npm test -- --slow` proves that they pass.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSpecification } from './specification.mjs';
import { playwrightTests, readReport, vitestTests } from './test-results.mjs';
import { isMainScript, root } from './workspace.mjs';

const results = join(root, '.cache', 'test-results');

/** @typedef {{ file: string, title: string, outcome: string, tags: string[] }} TaggedTest `written`: the test did not run. */

/**
 * Compares the statements with the tests that name them.
 *
 * @param {{ id: string }[]} statements
 * @param {TaggedTest[]} tests
 * @returns {{ rows: { id: string, tests: TaggedTest[], state: 'proven' | 'unproven' | 'open' }[], faults: string[] }} a fault
 *   for each open or unproven statement, and for each tag that names no statement.
 */
export function compareWithTests(statements, tests) {
  const byId = new Map(statements.map(({ id }) => [id, /** @type {TaggedTest[]} */ ([])]));
  const faults = [];
  for (const test of tests)
    for (const tag of test.tags) {
      const known = byId.get(tag);
      if (known) known.push(test);
      else faults.push(`${tag}: no such statement, see "${test.title}" in ${test.file}`);
    }
  const rows = [...byId].map(([id, named]) => {
    const unproven = named.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'written');
    for (const { file, title, outcome } of unproven) faults.push(`${id}: ${outcome}: "${title}" in ${file}`);
    if (named.length === 0) faults.push(`${id}: no test names it`);
    const state = named.length === 0 ? 'open' : unproven.length > 0 ? 'unproven' : 'proven';
    return { id, tests: named, state: /** @type {'proven' | 'unproven' | 'open'} */ (state) };
  });
  return { rows, faults };
}

/**
 * Returns the tags in the source of a test file, each as a separate test that did not run.
 *
 * @param {string} file
 * @param {string} source
 * @returns {TaggedTest[]}
 */
export function writtenTags(file, source) {
  return [...source.matchAll(/\btags?: \[([^\]]*)\]/g)].map(([, list = '']) => ({
    file,
    title: 'a slow test',
    outcome: 'written',
    tags: [...list.matchAll(/'@?([^']+)'/g)].map(([, tag = '']) => tag),
  }));
}

/** @returns {string[]} test files of the slow suites, relative to the root. */
function slowFiles() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  return [...packages, 'lab/specimens', 'scripts', 'e2e']
    .map((folder) => join(folder, 'slow'))
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(test|spec)\.ts$/.test(name))
        .map((name) => join(folder, name)),
    );
}

/** @returns {TaggedTest[]} */
function lastTests(slowRan) {
  const report = (name) => readReport(join(results, name));
  const written = () =>
    slowFiles().flatMap((file) => writtenTags(file, readFileSync(join(root, file), 'utf8')));
  return [
    ...vitestTests(report('unit.json'), root),
    ...playwrightTests(report('journeys.json'), root),
    ...(slowRan
      ? [...vitestTests(report('slow.json'), root), ...playwrightTests(report('slow-journeys.json'), root)]
      : written()),
  ];
}

if (isMainScript(import.meta.url)) {
  if (!existsSync(results)) {
    console.error('There are no test results to compare with the specification: run npm test first.');
    process.exit(1);
  }
  // After a run with the slow suites, a missing report is a failure.
  const slowRan = process.argv.includes('--slow') || existsSync(join(results, 'slow.json'));
  const statements = readSpecification();
  const { rows, faults } = compareWithTests(statements, lastTests(slowRan));
  if (!process.argv.includes('--summary'))
    for (const { id, tests, state } of rows)
      console.log([id, state, ...new Set(tests.map(({ file }) => file))].join('  '));
  for (const fault of faults) console.error(fault);
  const count = (state) => rows.filter((row) => row.state === state).length;
  const bySlow = rows.filter(({ tests }) => tests.some(({ outcome }) => outcome === 'written')).length;
  const aside = slowRan
    ? ''
    : ` (${bySlow} of them by the slow suites as well, which npm test -- --slow runs)`;
  console.log(
    `docs/specification.md: ${rows.length} statements, ${count('proven')} proven${aside}, ${count('unproven')} unproven, ${count('open')} open`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}
