// npm run test:postgres [-- file …]: runs suites of the service on a temporary PostgreSQL server. Needs dist/. With `--node 24`,
// the suites that run on every database run on that release of Node, and those of the built service on the current one.
import { spawn } from 'node:child_process';
import { environmentOfNode } from './node-versions.mjs';
import { startPostgres } from './postgres-server.mjs';

/** Suites that run on every database. */
const suites = [
  'packages/service/src/db/opening/postgres',
  'packages/service/src/db/races.integration.test.ts',
  'packages/service/src/db/jobs/jobs.integration.test.ts',
  'packages/service/src/instances/channel.postgres.test.ts',
  'packages/service/src/instances/instances.postgres.test.ts',
  'packages/service/src/moving/move-installation.postgres.test.ts',
  'packages/service/src/cli/move.postgres.test.ts',
  'packages/service/src/rotation/shared-rotation.postgres.test.ts',
  'packages/service/src/accounts',
  'packages/service/src/admin-routes',
  'packages/service/src/administration',
  'packages/service/src/audit/api-acts.integration.test.ts',
  'packages/service/src/executions',
  'packages/service/src/retention',
  'packages/service/src/routes',
  'packages/service/src/http/hostile-requests.integration.test.ts',
  'packages/service/src/webhooks',
];

/** Suites of the built service, each with its own database. */
const processes = [
  'packages/service/slow/on-postgres.postgres.test.ts',
  'packages/service/slow/instances.postgres.test.ts',
  'packages/service/slow/shared-erasure.postgres.test.ts',
  'packages/service/slow/stateless-instances.postgres.test.ts',
  'packages/service/slow/restored-dump.postgres.test.ts',
  'packages/service/slow/move.postgres.test.ts',
  'packages/service/slow/check-instances.postgres.test.ts',
  'packages/service/slow/rolling-upgrade.postgres.test.ts',
  'packages/service/slow/instance-faults.postgres.test.ts',
  'packages/service/slow/refused-databases.postgres.test.ts',
  'packages/service/slow/two-regions.test.ts',
  'packages/service/slow/durability.test.ts',
];
const suiteOptions = ['--project', 'integration'];
const processOptions = ['--config', 'vitest.slow.config.ts', '--project', 'processes'];

const [option, major, ...others] = process.argv.slice(2);
const given = option === '--node' ? others : process.argv.slice(2);
const environment = option === '--node' ? await environmentOfNode(major) : {};

const server = await startPostgres({ isDurable: false });
try {
  const runs =
    given.length > 0
      ? [[given, environment]]
      : [
          [[...suiteOptions, ...suites], environment],
          [[...processOptions, ...processes], {}],
        ];
  for (const [run, env] of runs) {
    const status = await runSuites(run, env);
    process.exitCode ||= status;
  }
} finally {
  server.stop();
}

/**
 * @param run - arguments of the test runner.
 * @param env - further environment variables.
 * @returns its exit code.
 */
async function runSuites(run, env) {
  const suite = spawn('npx', ['vitest', 'run', ...run], {
    stdio: 'inherit',
    env: { ...process.env, ...env, TEST_POSTGRES_URL: server.url },
  });
  // Ends the suites first, so that the server is stopped in any case.
  const end = () => suite.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
  const status = await new Promise((resolve) => suite.once('exit', resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, end);
  return status ?? 1;
}
