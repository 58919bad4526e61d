// A PostgreSQL server that is thrown away when it is stopped.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installMissing } from './debian.mjs';

/**
 * Starts a server on this machine, with packages of Debian that are installed where they can be.
 *
 * @param also - packages that are installed with it. @param options - of the server.
 * @returns its URL and how to stop it; null where it is missing.
 */
export async function startPostgres({ also = [], options = '' } = {}) {
  await installMissing(['postgresql', ...also]);
  const binaries = findBinaries();
  if (binaries === null) return null;
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const run = (program, given, isNeeded = true) => {
    const user = isRoot ? ['setpriv', '--reuid', 'nobody', '--regid', 'nogroup', '--clear-groups'] : [];
    const [first, ...rest] = [...user, join(binaries, program), ...given];
    const { status, stderr } = spawnSync(first, rest, {
      encoding: 'utf8',
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0 && isNeeded) throw new Error(`${program} failed: ${stderr}`);
  };
  const stop = () => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'], false);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // The server does not run as root.
    if (isRoot) chownSync(folder, nobody(), nobody());
    run('initdb', ['-D', data, '-U', 'suites', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']);
    const listening = `-h 127.0.0.1 -p ${port} -k ${folder} ${options}`;
    run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', listening, 'start']);
  } catch (error) {
    stop();
    throw error;
  }
  return { url: `postgres://suites@127.0.0.1:${port}/postgres`, stop };
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
