// A server in a separate process that reports the resources it has used. Unlike requests per second, CPU time measures the cost
// of a request independently of other load on the machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

export class MeasuredServer {
  #child;

  /**
   * Starts a script beside this file, or a service with its settings for development.
   *
   * @param options `healthUrl` replies once the server is ready; `preload` names modules beside this file that the server loads
   *   first.
   */
  static async start(script, { parameters = [], environment = {}, preload = [], healthUrl }) {
    const server = new MeasuredServer();
    const began = performance.now();
    const imports = ['report-usage.mjs', ...preload].flatMap((name) => [
      '--import',
      new URL(name, import.meta.url).href,
    ]);
    server.#child = spawn(
      process.execPath,
      [...imports, fileURLToPath(new URL(script, import.meta.url)), ...parameters],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: { PATH: process.env.PATH, DEVELOPMENT: 'true', ALLOW_LOOPBACK: 'true', ...environment },
      },
    );
    while (!(await fetch(healthUrl).catch(() => null))) {
      if (server.#hasEnded) throw new Error(`${script} has ended.`);
      await pause(5);
    }
    server.startMs = performance.now() - began;
    server.startCpuMs = (await server.usage()).cpuMs;
    return server;
  }

  get pid() {
    return this.#child.pid;
  }

  /** Whether the process has exited or was killed by a signal. */
  get #hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Returns the resources that the process has used: `{ cpuMs, residentBytes }`. */
  async usage() {
    this.#child.send('usage');
    const [usage] = await once(this.#child, 'message');
    return usage;
  }

  async stop() {
    if (this.#hasEnded) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

/**
 * Returns the CPU in ms that a service and its database server have used. `databaseCpuMs` returns the latter, which is 0 for
 * SQLite.
 */
export async function cpuOfService({ server, databaseCpuMs }) {
  return (await server.usage()).cpuMs + databaseCpuMs();
}
