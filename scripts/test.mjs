// npm test: format, lint, types, import rules, unused exports, unit tests, size budgets, durability and browser journeys.
// Closes with one line, "N passed, N failed"; every unit test and journey counts, and each further step as one.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { walkJourneys } from './journeys.mjs';
import { install, packageScript, root, run, tool } from './workspace.mjs';

const results = join(root, '.cache', 'test-results');
let passed = 0;
let failed = 0;
const summary = [];

function record(name, ok, seconds, counts = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }) {
  passed += counts.passed;
  failed += counts.failed;
  summary.push(
    `${ok ? 'ok    ' : 'FAILED'}  ${name}  ${counts.passed + counts.failed > 1 ? `${counts.passed} passed, ${counts.failed} failed, ` : ''}${seconds} s`,
  );
}

async function step(name, action, readCounts) {
  console.log(`\n— ${name}`);
  const began = Date.now();
  const code = await action();
  const counts = readCounts?.();
  // A runner that fails without a failing test (a crash, no test found) counts as one failure.
  const broke = code !== 0 && counts !== undefined && counts.failed === 0;
  const empty = counts !== undefined && counts.passed + counts.failed === 0;
  if (counts && (broke || empty)) counts.failed += 1;
  record(name, code === 0 && !empty, Math.round((Date.now() - began) / 1000), counts);
  return code === 0 && !empty;
}

function readJson(name) {
  try {
    return JSON.parse(readFileSync(join(results, name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Counts of a vitest JSON report. A skipped test is no test: it counts as failed. */
function vitestCounts(name) {
  const report = readJson(name);
  if (!report) return { passed: 0, failed: 1 };
  return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests };
}

/** Counts of a Playwright JSON report; a journey that passed only when tried again is flaky, and flaky is failed. */
function playwrightCounts(name) {
  const stats = readJson(name)?.stats;
  if (!stats) return { passed: 0, failed: 1 };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
}

const vitest = (config, report) =>
  tool('vitest', [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(results, report)}`,
  ]);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

await install();
const browser = await ensureBrowser();
const began = Date.now();

await step('format and lint', () => tool('biome', ['ci', '--error-on-warnings', '.']));
await step('types', () => tool('tsc', ['-b']));
await step('import rules and cycles', () =>
  tool('depcruise', ['--config', '.dependency-cruiser.cjs', 'packages', 'e2e', 'bench']),
);
await step('unused files, exports and dependencies', () => tool('knip', []));
const built = await step('build', build);
await step(
  'unit tests',
  () => vitest('vitest.config.ts', 'unit.json'),
  () => vitestCounts('unit.json'),
);
if (built) {
  await step('size budgets and package form', () => packageScript('@vendor/orchestration', 'verify'));
  await step(
    'durability',
    () => vitest('vitest.slow.config.ts', 'slow.json'),
    () => vitestCounts('slow.json'),
  );
  if (browser) {
    await step(
      'browser journeys',
      () => walkJourneys(browser, { PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'journeys.json') }),
      () => playwrightCounts('journeys.json'),
    );
  } else {
    record('browser journeys (no browser, see above)', false, 0);
  }
}
await step('specification coverage', () => run(process.execPath, ['scripts/coverage.mjs']));

console.log(`\n${summary.join('\n')}\n\nafter installation: ${Math.round((Date.now() - began) / 1000)} s\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
