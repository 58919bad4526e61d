// A temporary PostgreSQL server on this machine, for test suites and benchmarks.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installMissing } from './debian.mjs';

const isRoot = process.getuid?.() === 0;

/**
 * Starts a server with the system's PostgreSQL, which is installed if possible.
 *
 * @param options `isDurable`: stores data on disk and each commit waits for the disk, as by default; if false, stores data in
 *   /dev/shm where that exists, and nothing waits.
 * @returns the `url` of its first database, the `pid` of its first process, and a function that stops it and removes its data.
 */
export async function startPostgres({ isDurable }) {
  const missing = await installMissing(['postgresql', 'pgbouncer']);
  const binaries = findBinaries();
  if (binaries === null)
    throw new Error(`PostgreSQL is missing${missing.length > 0 ? ': install postgresql' : ''}.`);
  const parent = !isDurable && existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parent, 'postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const run = (program, given, isNeeded) => runAsUser(folder, [join(binaries, program), ...given], isNeeded);
  const stop = () => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'], false);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // The server refuses to run as root.
    if (isRoot) chownSync(folder, nobodyId(), nobodyId());
    run('initdb', ['-D', data, '-U', 'suites', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']);
    const options = [
      `-h 127.0.0.1 -p ${port} -k ${folder} -c max_connections=400`,
      isDurable ? '-c shared_preload_libraries=pg_stat_statements' : '-c fsync=off',
    ].join(' ');
    run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    return { url: `postgres://suites@127.0.0.1:${port}/postgres`, pid, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Returns the folder of PostgreSQL's programs. Debian keeps them outside the PATH, in a folder for each version. */
function findBinaries() {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return null;
  const [newest] = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : join(versions, newest, 'bin');
}

function nobodyId() {
  return Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
}

function runAsUser(folder, command, isNeeded = true) {
  const user = isRoot ? ['setpriv', '--reuid', 'nobody', '--regid', 'nogroup', '--clear-groups'] : [];
  const [first, ...rest] = [...user, ...command];
  const { status, stderr, stdout } = spawnSync(first, rest, {
    encoding: 'utf8',
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0 && isNeeded) throw new Error(`${command[0]} failed: ${stderr ?? stdout}`);
}

/** Returns a free port. */
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
