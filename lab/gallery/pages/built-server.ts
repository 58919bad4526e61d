import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A built server in its own process, with its own data folder. */
export interface BuiltServer {
  readonly url: string;
  readonly folder: string;
  stop(): Promise<void>;
}

export interface BuiltServerOptions {
  /** Path of its script in `packages/`. */
  readonly script: string;
  readonly portVariable: 'PORT' | 'DEMO_PORT';
  /** Files in its data folder before it starts, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Time-out for a server's first answer, in ms. */
const startWithinMs = 60_000;

/** Starts a built server on a free port of this machine, and waits until it answers. */
export async function startBuiltServer(options: BuiltServerOptions): Promise<BuiltServer> {
  const { script, portVariable, files = {}, environment = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vo-gallery-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../../../packages/${script}`, import.meta.url))],
    {
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: folder,
        DEVELOPMENT: 'true',
        ALLOW_LOOPBACK: 'true',
        [portVariable]: String(port),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      log += text.toString();
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  const until = Date.now() + startWithinMs;
  while (Date.now() < until && child.exitCode === null) {
    const reply = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (reply?.ok) return { url, folder, stop };
    await pause(20);
  }
  await stop();
  throw new Error(`${script} did not start.\n${log}`);
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
