// Reads the reports of the test runners, each in its own format, as one list of tests.
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';

/**
 * One test of the last run. `skipped`: by its own code; `not-run`: because something before it failed or was aborted; `flaky`:
 * passed only when it was retried. Only `passed` is a success.
 *
 * @typedef {{
 *   file: string,
 *   title: string,
 *   path: string,
 *   outcome: 'passed' | 'failed' | 'flaky' | 'skipped' | 'not-run',
 *   error: string,
 *   tags: string[],
 * }} TestResult `file` is relative to the workspace's root; `path` is the title after the titles of its groups, with anything
 *   else that distinguishes it; `error` is empty unless the test failed; `tags` are ids of docs/specification.md.
 */

/** Reads a runner's report; undefined if it is missing or incomplete. */
export function readReport(path) {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns the tests of a vitest JSON report.
 *
 * @param {any} report
 * @param {string} root - folder of the workspace.
 * @returns {TestResult[]} with an additional failure for each file that failed outside of its tests.
 */
export function vitestTests(report, root) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ result) => {
    const file = relative(root, result.name);
    const isBroken =
      result.status === 'failed' &&
      result.assertionResults.every((/** @type {any} */ test) => test.status !== 'failed');
    const tests = result.assertionResults.map((/** @type {any} */ test) => ({
      file,
      title: test.title,
      path: [...test.ancestorTitles, test.title].filter(Boolean).join(' › '),
      outcome: vitestOutcome(test.status, isBroken),
      error: test.failureMessages?.[0] ?? '',
      tags: test.tags ?? [],
    }));
    return isBroken
      ? [broken(file, 'error in the file, outside of its tests', result.message), ...tests]
      : tests;
  });
}

function vitestOutcome(status, fileIsBroken) {
  if (status === 'passed' || status === 'failed') return status;
  // vitest reports a skipped test and a test whose hook failed in the same way.
  return fileIsBroken ? 'not-run' : 'skipped';
}

const playwrightOutcomes = /** @type {const} */ ({
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
});

/**
 * Returns the tests of a Playwright JSON report, once for each project in which a test ran.
 *
 * @param {any} report
 * @param {string} root - folder of the workspace.
 * @returns {TestResult[]} with an additional failure for each error outside of a test.
 */
export function playwrightTests(report, root) {
  if (!report) return [];
  const folder = relative(root, report.config.rootDir);
  const ofSuite = (/** @type {any} */ suite, /** @type {string[]} */ groups) => [
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests.map((/** @type {any} */ test) => ({
        file: join(folder, spec.file),
        title: spec.title,
        path: [...groups, spec.title].join(' › '),
        outcome: playwrightOutcome(test),
        error: errorOf(test),
        tags: spec.tags ?? [],
      })),
    ),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => ofSuite(inner, [...groups, inner.title])),
  ];
  // The outermost suites are the files.
  const tests = (report.suites ?? []).flatMap((/** @type {any} */ suite) => ofSuite(suite, []));
  const errors = (report.errors ?? []).map((/** @type {any} */ error) =>
    broken(placeOf(error, root) ?? folder, 'error in the run, outside of its tests', error.message),
  );
  return [...tests, ...errors];
}

function playwrightOutcome({ status, annotations }) {
  if (status !== 'skipped') return playwrightOutcomes[status] ?? 'failed';
  // Playwright also reports tests as skipped after a failure in their file or in a project on which theirs depends.
  const isSkipped = annotations.some((/** @type {any} */ { type }) => type === 'skip' || type === 'fixme');
  return isSkipped ? 'skipped' : 'not-run';
}

function errorOf({ status, results }) {
  if (status === 'expected' || status === 'skipped') return '';
  const failed = results.find((/** @type {any} */ result) => result.status !== 'passed');
  return failed?.errors?.[0]?.message ?? failed?.error?.message ?? failed?.status ?? '';
}

function placeOf({ location }, root) {
  if (!location?.file) return undefined;
  return isAbsolute(location.file) ? relative(root, location.file) : location.file;
}

/**
 * Returns a failure that replaces a missing report: the runner crashed or found no test.
 *
 * @returns {TestResult}
 */
export function noReport(step) {
  return broken(step, 'error in the test runner', 'It failed without naming a test; see its output above.');
}

/** @returns {TestResult} */
function broken(file, title, message) {
  return { file, title, path: title, outcome: 'failed', error: message ?? '', tags: [] };
}
