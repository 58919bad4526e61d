// npm test: format, lint, types, import rules, unused exports, size budgets, unit and integration tests, browser journeys, and
// the coverage of the specification; with `-- --slow` also the slow suites. Ends with the summary, the failures, and one line
// "N passed, N failed"; every test and journey counts, and each further step as one.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { bundle, compile, inBundledPackages, typeCheck } from './build.mjs';
import { runPlaywright } from './journeys.mjs';
import { ensureMachine } from './machine.mjs';
import { laterNodes, testOnNode } from './node-versions.mjs';
import { ensureProxies } from './proxies.mjs';
import { playwrightTests, readReport, vitestTests } from './test-results.mjs';
import { TestRun } from './test-run.mjs';
import { installDependencies, packageScript, root, run, tool } from './workspace.mjs';

const results = join(root, '.cache', 'test-results');

const testRun = new TestRun(
  (text) => console.log(text),
  () => performance.now(),
);

/** Runs the steps that use one core each, in two lanes. Returns whether the build succeeded. */
async function inspectAndBuild() {
  let compiled;
  const whenCompiled = new Promise((resolve) => {
    compiled = resolve;
  });
  let buildCode;
  const passed = await testRun.sideBySide([
    [
      {
        name: 'format and lint',
        action: (output) => tool('biome', ['ci', '--error-on-warnings', '.'], output),
      },
      {
        name: 'import rules and cycles',
        action: (output) =>
          tool(
            'depcruise',
            ['--config', '.dependency-cruiser.cjs', 'packages', 'lab', 'e2e', 'bench'],
            output,
          ),
      },
      // Loads the configuration of the journeys, which imports compiled files.
      {
        name: 'unused files, exports and dependencies',
        after: whenCompiled,
        action: (output) => tool('knip', [], output),
      },
      // Checks the tests; the compiled code has been checked by then.
      { name: 'types', after: whenCompiled, action: (output) => typeCheck([], output) },
    ],
    [
      {
        name: 'build',
        action: async (output) => {
          buildCode = await compile(output).finally(compiled);
          if (buildCode === 0) buildCode = await bundle(output);
          return buildCode;
        },
      },
      {
        name: 'size budgets and package form',
        action: (output) => (buildCode === 0 ? inBundledPackages('verify', output) : undefined),
      },
    ],
  ]);
  return passed.has('build');
}

function runSuite(name, config, report, projects = []) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(results, report)}`];
  return testRun.testStep(
    name,
    () => tool('vitest', ['run', '--config', config, ...projects, ...reporters]),
    () => vitestTests(readReport(join(results, report)), root),
  );
}

function runJourneys(name, browser, suite, reportName) {
  const report = join(results, reportName);
  return testRun.testStep(
    name,
    () => runPlaywright(browser, { suite, report }),
    () => playwrightTests(readReport(report), root),
  );
}

async function runSlow(browser) {
  await ensureMachine();
  await runSuite('slow suites: accuracy, durability, screens', 'vitest.slow.config.ts', 'slow.json');
  if (!browser) return;
  await ensureProxies();
  await runJourneys('slow browser journeys', browser, 'slow', 'slow-journeys.json');
  await testRun.step({
    name: 'delivery: bundlers, frameworks and examples',
    action: (output) => packageScript('@vendor/e2e', 'delivery', output),
  });
  // Integration tests run twice, here on the latest Node.
  const latest = laterNodes.slice(-1).flatMap((major) => ['--node', major]);
  await testRun.step({
    name: 'the service on PostgreSQL, one and several instances',
    action: (output) => run(process.execPath, [join('scripts', 'postgres.mjs'), ...latest], output),
  });
  for (const major of laterNodes) {
    await testRun.step({
      name: `tests and main journey on Node ${major}`,
      action: (output) => testOnNode(major, browser, output),
    });
  }
}

/** Runs every part and returns the line with the duration. */
async function runAll(withSlow) {
  const problem = await installDependencies();
  if (problem) {
    testRun.fail('installation', problem);
    return 'nothing was run';
  }
  const browser = await ensureBrowser().catch((error) => testRun.fail('browser', String(error)));
  // Every suite uses the browser that was found or installed.
  if (browser) process.env.CHROMIUM_PATH = browser;
  const seconds = stopwatch();

  const isBuilt = await inspectAndBuild();
  // One run for both, because a second one would compile all sources again.
  await runSuite('unit and integration tests', 'vitest.config.ts', 'unit.json');
  if (isBuilt && browser) await runJourneys('browser journeys', browser, 'journeys', 'journeys.json');
  else testRun.fail('browser journeys', browser ? 'Nothing was built.' : 'There is no browser, see above.');
  const quick = seconds();
  if (withSlow && isBuilt) await runSlow(browser);
  else if (withSlow) testRun.fail('slow suites', 'Nothing was built.');
  const slow = seconds() - quick;
  await testRun.step({
    name: 'specification coverage',
    action: (output) =>
      run(process.execPath, ['scripts/coverage.mjs', '--summary', ...(withSlow ? ['--slow'] : [])], output),
  });
  const parts = withSlow ? ` (quick part ${quick} s, slow suites ${slow} s)` : '';
  return `after installation: ${seconds()} s${parts}`;
}

/** Starts a stopwatch and returns a function that returns the elapsed whole seconds. */
function stopwatch() {
  const began = performance.now();
  return () => Math.round((performance.now() - began) / 1000);
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const [unknown] = process.argv.slice(2).filter((argument) => argument !== '--slow');
let time = 'nothing was run';
if (unknown) testRun.fail('npm test', `The only option is --slow, not ${unknown}.`);
else
  time = await runAll(process.argv.includes('--slow')).catch((error) => {
    testRun.fail('npm test', String(error));
    return 'broken off';
  });
process.exit(testRun.conclude(time));
