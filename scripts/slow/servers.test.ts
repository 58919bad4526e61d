import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Timeout for the build by `npm start`. */
const buildWithinMs = 300_000;

let folder: string;
let started: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-start-'));
});
afterEach(() => {
  // Ends processes that a failing test left running; usually there are none.
  try {
    if (started?.pid) process.kill(-started.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a free port below those that systems use for outgoing connections. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}

/**
 * Starts a command in its own process group and waits until service and demo answer. `allEnded` resolves once every process
 * that shares its output has ended.
 */
async function start(command: string, args: string[], env: Record<string, string> = {}) {
  const [port, demoPort] = [await freePort(), await freePort()];
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PORT: `${port}`, DEMO_PORT: `${demoPort}`, DATA_DIR: folder },
  });
  started = child;
  const allEnded = once(child, 'close');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Press Ctrl+C to stop.')) resolve();
      });
    }
    allEnded.then(() => reject(new Error(`It ended before it answered:\n${output}`)));
  });
  const answers = () =>
    Promise.all(
      [port, demoPort].map((at) =>
        fetch(`http://127.0.0.1:${at}/healthz`).then(
          (reply) => reply.ok,
          () => false,
        ),
      ),
    );
  return { child, allEnded, answers };
}

describe('end of service and demo', () => {
  it('ends both servers when only npm receives a signal', { timeout: buildWithinMs }, async () => {
    const { child, allEnded, answers } = await start('npm', ['start']);
    expect(await answers()).toEqual([true, true]);
    child.kill('SIGINT');
    await allEnded;
    expect(await answers()).toEqual([false, false]);
  });

  it('ends both servers when npm is killed', async () => {
    const { child, allEnded, answers } = await start(
      'sh',
      ['-c', `"${process.execPath}" scripts/servers.mjs & wait`],
      { npm_lifecycle_event: 'start' },
    );
    child.kill('SIGKILL');
    await allEnded;
    expect(await answers()).toEqual([false, false]);
  });

  it('ends both servers when the script that runs them is killed', async () => {
    const { child, allEnded, answers } = await start(process.execPath, ['scripts/servers.mjs']);
    child.kill('SIGKILL');
    await allEnded;
    expect(await answers()).toEqual([false, false]);
  });
});
