// Reads what the test runners wrote down, each in its own form, as one list of tests.
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';

/**
 * One test of the last run. `skipped` was told not to run; `not-run` did not get to it, because something before it
 * failed or broke off; `flaky` passed only when it was tried again. Only `passed` is good.
 *
 * @typedef {{
 *   file: string,
 *   title: string,
 *   path: string,
 *   outcome: 'passed' | 'failed' | 'flaky' | 'skipped' | 'not-run',
 *   error: string,
 *   tags: string[],
 * }} TestResult `file` counts from the workspace's root; `path` is the title after those of the groups it is in, and
 * names what else tells it from others; `error` is empty unless it failed; `tags` are ids of docs/specification.md.
 */

/** Reads a report that a runner left behind; undefined when it did not write one, or not to its end. */
export function readReport(path) {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The tests of a vitest JSON report.
 *
 * @param {any} report
 * @param {string} root - folder of the workspace.
 * @returns {TestResult[]} with one more for each file that broke outside of its tests.
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
    return isBroken ? [broken(file, 'the file outside of its tests', result.message), ...tests] : tests;
  });
}

function vitestOutcome(status, fileIsBroken) {
  if (status === 'passed' || status === 'failed') return status;
  // vitest says the same of a test that was told to be skipped and of one whose hook failed.
  return fileIsBroken ? 'not-run' : 'skipped';
}

const playwrightOutcomes = /** @type {const} */ ({
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
});

/**
 * The tests of a Playwright JSON report, one for each project that a test ran in.
 *
 * @param {any} report
 * @param {string} root - folder of the workspace.
 * @returns {TestResult[]} with one more for each error outside of a test.
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
    broken(placeOf(error, root) ?? folder, 'the run outside of its tests', error.message),
  );
  return [...tests, ...errors];
}

function playwrightOutcome({ status, annotations }) {
  if (status !== 'skipped') return playwrightOutcomes[status] ?? 'failed';
  // Playwright calls skipped, too, what comes after a failure in its file or in a project that it depends on.
  const isTold = annotations.some((/** @type {any} */ { type }) => type === 'skip' || type === 'fixme');
  return isTold ? 'skipped' : 'not-run';
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
 * Stands for what a runner did not write down: it crashed, or found no test.
 *
 * @returns {TestResult}
 */
export function noReport(step) {
  return broken(
    step,
    'the runner outside of its tests',
    'It failed without naming a test; see its output above.',
  );
}

/** @returns {TestResult} */
function broken(file, title, message) {
  return { file, title, path: title, outcome: 'failed', error: message ?? '', tags: [] };
}
