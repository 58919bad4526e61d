import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A server in its own process. */
export interface ChildServer {
  /** Asks the server to stop and waits for its end. Rejects if it ended in another way. */
  stop(): Promise<void>;
}

interface ChildServerOptions {
  readonly entry: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns 200 once the server is ready. */
  readonly healthUrl: string;
  readonly logPath: string;
}

/** Timeout for a server to become ready, and to stop, in ms. */
const timeoutMs = 120_000;

/** Starts a server and waits until it is ready; otherwise throws with the path of its log. */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const { entry, cwd, env, healthUrl, logPath } = options;
  const log = createWriteStream(logPath);
  const child = spawn(process.execPath, [entry], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  await untilReady(child, healthUrl, `${entry} did not start, see ${logPath}`);
  return { stop: () => stop(child, `${entry} did not stop, see ${logPath}`) };
}

async function untilReady(child: ChildProcess, healthUrl: string, complaint: string): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  while (Date.now() < giveUpAt && child.exitCode === null) {
    const isReady = await fetch(healthUrl).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return;
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(complaint);
}

async function stop(child: ChildProcess, complaint: string): Promise<void> {
  if (child.exitCode !== null) throw new Error(`${complaint} (it had ended by itself)`);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const code = await Promise.race([ended, delay(timeoutMs, 'late' as const, { ref: false })]);
  if (code === 0) return;
  child.kill('SIGKILL');
  throw new Error(`${complaint} (${code})`);
}
