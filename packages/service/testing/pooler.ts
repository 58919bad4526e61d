import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../slow/service-process.ts';

const program = '/usr/sbin/pgbouncer';

/** Whether PgBouncer is installed at Debian's path. */
export const hasPooler = existsSync(program);

/** PgBouncer in front of a database server. */
export class Pooler {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    [this.url, this.#child, this.#folder] = [url, child, folder];
  }

  /** Starts PgBouncer. @param mode - how long a client keeps one server connection. */
  static async open(databaseUrl: string, mode: 'transaction' | 'statement'): Promise<Pooler> {
    const target = new URL(databaseUrl);
    const folder = mkdtempSync(join(tmpdir(), 'vo-pooler-'));
    // The user `nobody`, as whom PgBouncer may run below, must be able to read its settings.
    chmodSync(folder, 0o755);
    const port = await freePort();
    const settings = join(folder, 'pgbouncer.ini');
    writeFileSync(
      settings,
      `[databases]\n* = host=${target.hostname} port=${target.port} user=${target.username}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\npool_mode = ${mode}\nunix_socket_dir =\ndefault_pool_size = 5\n`,
      { mode: 0o644 },
    );
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn(program, [...user, settings], { stdio: 'ignore' });
    for (let tries = 0; tries < 200; tries += 1) {
      const socket = connect(port, '127.0.0.1');
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      });
      socket.destroy();
      if (isOpen) break;
      await pause(25);
    }
    target.port = String(port);
    return new Pooler(target.href, child, folder);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.kill('SIGTERM')) await once(this.#child, 'exit');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
