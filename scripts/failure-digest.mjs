// Summary of failures in a few lines for the end of a long run, because often only its last lines are kept.

/** @typedef {import('./test-results.mjs').TestResult} TestResult */

/** Maximum length of a line; most terminals and logs show as much without wrapping. */
const maxColumns = 150;

/** Maximum lines of one error: what was expected, where, and what was received. */
const maxErrorLines = 5;

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const escapeSequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/**
 * Lists the failed tests, as many as fit, each with the first lines of its error; then tests that did not run because of them,
 * and skipped tests.
 *
 * @param {readonly TestResult[]} tests - of the whole run.
 * @param {readonly { name: string, lastLines: readonly string[] }[]} steps - failed steps without tests.
 * @param {number} maxLines
 * @returns {string[]} no line is blank; empty if nothing failed.
 */
export function failureDigest(tests, steps, maxLines) {
  const failed = tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'flaky');
  // Steps without tests come first, because a compilation error explains failing tests.
  const entries = [
    ...steps.map(({ name, lastLines }) => ({
      head: `FAILED  ${name}`,
      details: keepInformative(lastLines).slice(-maxErrorLines),
    })),
    ...failed.map((test) => ({ head: headOf(test), details: keepInformative(test.error.split('\n')) })),
  ];
  const asides = [
    ...summaryLine(tests, 'not-run', 'NOT RUN because of a failure before'),
    ...summaryLine(tests, 'skipped', 'SKIPPED by its own code, which counts as failed'),
  ];
  const room = maxLines - asides.length;
  const shown = entries.length <= room ? entries : entries.slice(0, Math.max(0, room - 1));
  const left = entries.length - shown.length;
  const linesEach = Math.floor((room - shown.length - (left > 0 ? 1 : 0)) / Math.max(1, shown.length));
  return [
    ...shown.flatMap(({ head, details }) => [
      cut(head),
      ...fold(details, Math.min(linesEach, maxErrorLines)).map((line) => cut(`        ${line}`)),
    ]),
    ...(left > 0 ? [`… and ${left} more, see above`] : []),
    ...asides,
  ];
}

/** Removes colours and cursor movements from a text. */
export function withoutEscapes(text) {
  return text.replace(escapeSequences, '');
}

function headOf({ file, path, outcome }) {
  return `${outcome === 'flaky' ? 'FLAKY   ' : 'FAILED  '}${file} › ${path}`;
}

/** Keeps informative lines: neither blank, nor within a library, nor Playwright's log of its retries. */
function keepInformative(lines) {
  const texts = lines.map((line) => withoutEscapes(line).trim().replace(/\s+/g, ' '));
  const log = texts.indexOf('Call log:');
  return texts
    .slice(0, log < 0 ? texts.length : log)
    .filter((text) => text !== '' && !/^at .*(?:node_modules|node:internal)/.test(text));
}

/** Reduces lines to at most `maxCount`. Joins the remaining text into the last line, because it may distinguish two causes. */
function fold(lines, maxCount) {
  return lines.length <= maxCount || maxCount <= 0
    ? lines.slice(0, Math.max(0, maxCount))
    : [...lines.slice(0, maxCount - 1), lines.slice(maxCount - 1).join('  ')];
}

/** Returns one line for all tests of an outcome: the first of them, and their number. */
function summaryLine(tests, outcome, words) {
  const [first, ...others] = tests.filter((test) => test.outcome === outcome);
  if (!first) return [];
  const more = others.length > 0 ? ` … and ${others.length} more` : '';
  const line = `${words}: ${first.file} › ${first.path}`;
  return [`${cut(line, maxColumns - more.length)}${more}`];
}

function cut(line, columns = maxColumns) {
  return line.length <= columns ? line : `${line.slice(0, columns - 1)}…`;
}
