// npm test: format, lint, types, import rules, unused exports, unit tests, size budgets, slow suites and browser journeys.
// Its last lines are the summary, what failed, and one line "N passed, N failed"; every unit test and journey counts, and
// each further step as one.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { failureDigest } from './failure-digest.mjs';
import { walkJourneys } from './journeys.mjs';
import { noReport, playwrightTests, readReport, vitestTests } from './test-results.mjs';
import { install, packageScript, root, run, tool } from './workspace.mjs';

const results = join(root, '.cache', 'test-results');

/** Summary and failures fit, with what is around them, into the last thirty lines. */
const mostLines = 25;

/** What a step wrote last is kept, in characters: enough for the lines that name its failure. */
const keptOutput = 4_000;

const summary = [];
const tests = [];
const failedSteps = [];
let passed = 0;
let failed = 0;

function record(name, counts, seconds) {
  passed += counts.passed;
  failed += counts.failed;
  const notRun = counts.notRun ? ` (${counts.notRun} of them not run)` : '';
  const numbers =
    counts.passed + counts.failed > 1 ? `${counts.passed} passed, ${counts.failed} failed${notRun}, ` : '';
  summary.push(`${counts.failed === 0 ? 'ok    ' : 'FAILED'}  ${name}  ${numbers}${seconds} s`);
}

/** A step that passes or fails as a whole. Answers whether it passed. */
async function step(name, action) {
  console.log(`\n— ${name}`);
  const began = Date.now();
  let output = '';
  const onOutput = (text) => {
    output = (output + text).slice(-keptOutput);
  };
  const ok = (await action({ onOutput })) === 0;
  record(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, secondsSince(began));
  if (!ok) failedSteps.push({ name, lastLines: output.split('\n') });
  return ok;
}

/** A step that runs tests, each of which counts. A test that was skipped, or passed only when tried again, has failed. */
async function testStep(name, action, readTests) {
  console.log(`\n— ${name}`);
  const began = Date.now();
  const code = await action();
  const own = readTests();
  const count = (wanted) => own.filter(({ outcome }) => outcome === wanted).length;
  const counts = {
    passed: count('passed'),
    failed: own.length - count('passed'),
    notRun: count('not-run'),
  };
  // A runner that fails without a failing test (a crash, no test found) counts as one failure.
  if (own.length === 0 || (code !== 0 && counts.failed === 0)) {
    own.push(noReport(name));
    counts.failed += 1;
  }
  tests.push(...own);
  record(name, counts, secondsSince(began));
}

function secondsSince(began) {
  return Math.round((Date.now() - began) / 1000);
}

const vitestStep = (name, config, report) =>
  testStep(
    name,
    () =>
      tool('vitest', [
        'run',
        '--config',
        config,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(results, report)}`,
      ]),
    () => vitestTests(readReport(join(results, report)), root),
  );

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

await install();
const browser = await ensureBrowser();
const began = Date.now();

await step('format and lint', (options) => tool('biome', ['ci', '--error-on-warnings', '.'], options));
await step('types', (options) => tool('tsc', ['-b'], options));
await step('import rules and cycles', (options) =>
  tool('depcruise', ['--config', '.dependency-cruiser.cjs', 'packages', 'e2e', 'bench'], options),
);
await step('unused files, exports and dependencies', (options) => tool('knip', [], options));
const built = await step('build', build);
await vitestStep('unit tests', 'vitest.config.ts', 'unit.json');
if (built) {
  await step('size budgets and package form', (options) =>
    packageScript('@vendor/orchestration', 'verify', options),
  );
  // Whatever browser was found or installed is the one that every suite drives.
  if (browser) process.env.CHROMIUM_PATH = browser;
  await vitestStep('slow suites: accuracy, durability, screens', 'vitest.slow.config.ts', 'slow.json');
  if (browser) {
    const report = join(results, 'journeys.json');
    await testStep(
      'browser journeys',
      () => walkJourneys(browser, { PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
      () => playwrightTests(readReport(report), root),
    );
  } else {
    record('browser journeys (no browser, see above)', { passed: 0, failed: 1 }, 0);
  }
}
await step('specification coverage', (options) => run(process.execPath, ['scripts/coverage.mjs'], options));

// Around the two: three blank lines, and the two at the very end.
const digest = failureDigest(tests, failedSteps, mostLines - summary.length - 5);
console.log(`\n${summary.join('\n')}`);
if (digest.length > 0) console.log(`\n${digest.join('\n')}`);
console.log(`\nafter installation: ${secondsSince(began)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
