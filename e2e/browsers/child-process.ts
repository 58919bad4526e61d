import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const logs = fileURLToPath(new URL('../.cache/logs/', import.meta.url));

interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Channels in addition to stdin, stdout and stderr. */
  readonly channels?: number;
}

/** Starts a program that logs to e2e/.cache/logs/<name>.log. */
export function startProgram(
  name: string,
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
) {
  mkdirSync(logs, { recursive: true });
  const channels = Array.from({ length: options.channels ?? 0 }, () => 'pipe' as const);
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...channels];
  const child = spawn(command, args, { stdio, env: { ...process.env, ...options.env } });
  const log = createWriteStream(join(logs, `${name}.log`));
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  return child;
}

/** Ends a program started by `startProgram` and waits until it has ended. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(killTimer);
}
