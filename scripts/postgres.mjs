// Runs suites of the service on a PostgreSQL server that is thrown away in the end: npm run test:postgres [-- file …]. It needs dist/.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installMissing } from './debian.mjs';

/** Suites that run on every database. */
const suites = [
  'packages/service/src/db/opening/open-postgres.postgres.test.ts',
  'packages/service/src/db/races.test.ts',
  'packages/service/src/db/jobs/jobs.test.ts',
  'packages/service/src/instances/channel.postgres.test.ts',
  'packages/service/src/instances/instances.postgres.test.ts',
  'packages/service/src/moving/move-installation.postgres.test.ts',
  'packages/service/src/accounts',
  'packages/service/src/admin-routes',
  'packages/service/src/administration',
  'packages/service/src/audit/api-acts.test.ts',
  'packages/service/src/executions',
  'packages/service/src/retention',
  'packages/service/src/routes',
  'packages/service/src/http/hostile-requests.test.ts',
  'packages/service/src/webhooks',
];

/** Suites of the built service, for which a database is made in the same way. */
const processes = [
  'packages/service/slow/on-postgres.postgres.test.ts',
  'packages/service/slow/instances.postgres.test.ts',
  'packages/service/slow/shared-erasure.postgres.test.ts',
  'packages/service/slow/move.postgres.test.ts',
  'packages/service/slow/check-instances.postgres.test.ts',
  'packages/service/slow/rolling-upgrade.postgres.test.ts',
  'packages/service/slow/refused-databases.postgres.test.ts',
  'packages/service/slow/durability.test.ts',
];
const ofProcesses = ['--config', 'vitest.slow.config.ts', '--project', 'processes'];

const missing = await installMissing(['postgresql', 'pgbouncer']);
const binaries = findBinaries();
if (binaries === null) {
  console.error(`PostgreSQL is missing${missing.length > 0 ? ': install postgresql' : ''}.`);
  process.exit(1);
}
const isRoot = process.getuid?.() === 0;
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'postgres-'));
const port = await freePort();
try {
  // The server does not run as root.
  if (isRoot) chownSync(folder, nobody(), nobody());
  asUser('initdb', [
    '-D',
    join(folder, 'data'),
    '-U',
    'suites',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '-N',
  ]);
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off -c max_connections=400`;
  asUser('pg_ctl', ['-D', join(folder, 'data'), '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
  const given = process.argv.slice(2);
  const runs = given.length > 0 ? [given] : [suites, [...ofProcesses, ...processes]];
  for (const run of runs) {
    const status = await runSuites(run);
    process.exitCode ||= status;
  }
} finally {
  asUser('pg_ctl', ['-D', join(folder, 'data'), '-m', 'immediate', 'stop'], false);
  rmSync(folder, { recursive: true, force: true });
}

/** @param run - arguments of the test runner. @returns its exit code. */
async function runSuites(run) {
  const suite = spawn('npx', ['vitest', 'run', ...run], {
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES_URL: `postgres://suites@127.0.0.1:${port}/postgres` },
  });
  // Ends the suites first, so that the server is stopped whatever ends this.
  const end = () => suite.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
  const status = await new Promise((resolve) => suite.once('exit', resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, end);
  return status ?? 1;
}

/** Debian keeps them out of the path, a folder for each version. */
function findBinaries() {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return null;
  const [newest] = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : join(versions, newest, 'bin');
}

function nobody() {
  return Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
}

function asUser(program, given, isNeeded = true) {
  const command = [join(binaries, program), ...given];
  const user = isRoot ? ['setpriv', '--reuid', 'nobody', '--regid', 'nogroup', '--clear-groups'] : [];
  const [first, ...rest] = [...user, ...command];
  const { status, stderr, stdout } = spawnSync(first, rest, {
    encoding: 'utf8',
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0 && isNeeded) throw new Error(`${program} failed: ${stderr ?? stdout}`);
}

/** A port that nobody listens on now. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port: found } = server.address();
      server.close(() => resolve(found));
    });
  });
}
