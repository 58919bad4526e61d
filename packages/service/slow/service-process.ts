import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createEmptyTestDatabase, dropTestDatabase } from '../testing/open-test-database.ts';
import { builtEntry } from './built-entry.ts';

const entry = builtEntry('main');
/** Maximum duration of a start; a longer one has failed. */
const startWithinMs = 30_000;

/** Content of `dev.json`. */
export interface DevelopmentFile {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
}

/** The built service as a process, with a data folder that survives its kills. */
export class ServiceProcess {
  readonly folder: string;
  /** Additional settings for the next start. */
  settings: Readonly<Record<string, string>> = {};
  /** Program and arguments for the next start. */
  command: readonly string[] = [process.execPath, entry];
  readonly port: number;
  readonly #demoPort: number;
  #child: ChildProcess | undefined;
  log = '';
  /** Address of its PostgreSQL database; null: SQLite in its folder. */
  readonly databaseUrl: string | null;
  readonly masterKey = randomBytes(32).toString('base64');

  private constructor(port: number, demoPort: number, folder: string, databaseUrl: string | null) {
    this.databaseUrl = databaseUrl;
    this.folder = folder;
    this.port = port;
    this.#demoPort = demoPort;
  }

  /** Creates a service without starting it. @param folder - data folder; default: a new one. */
  static async create(
    demoPort?: number,
    folder = mkdtempSync(join(tmpdir(), 'vo-process-')),
  ): Promise<ServiceProcess> {
    const databaseUrl = await createEmptyTestDatabase();
    return new ServiceProcess(await freePort(), demoPort ?? (await freePort()), folder, databaseUrl);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Process id of the running service. */
  get pid(): number {
    return this.#child!.pid!;
  }

  get development(): DevelopmentFile {
    return JSON.parse(readFileSync(join(this.folder, 'dev.json'), 'utf8')) as DevelopmentFile;
  }

  /** Starts the process, and waits until it answers. */
  async start(): Promise<void> {
    this.#child = this.spawn();
    const until = Date.now() + startWithinMs;
    while (Date.now() < until && this.#child.exitCode === null) {
      const reply = await fetch(`${this.url}/healthz`).catch(() => null);
      if (reply?.ok) return;
      await pause(20);
    }
    throw new Error(`The service did not start.\n${this.log}`);
  }

  /** Starts a process on the same data without waiting for it. */
  spawn(port = this.port): ChildProcess {
    const [program = process.execPath, ...args] = this.command;
    const child = spawn(program, args, {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DEMO_PORT: String(this.#demoPort),
        DATA_DIR: this.folder,
        RATE_LIMIT: '1000000',
        // As in npm start: with a development account, and webhooks to this process.
        DEVELOPMENT: 'true',
        ALLOW_LOOPBACK: 'true',
        ...(this.databaseUrl !== null && { DATABASE_URL: this.databaseUrl, MASTER_KEY: this.masterKey }),
        ...this.settings,
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        this.log += text.toString();
      });
    }
    return child;
  }

  /** Kills the process with SIGKILL, so that it finishes nothing. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Sends a signal to stop. @returns the exit code; null if a signal ended the process. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return this.#end(signal);
  }

  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Kills the process and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    if (this.databaseUrl !== null) await dropTestDatabase(this.databaseUrl);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  }
}

/**
 * Finds a free port of this machine. Avoids the ports of outgoing connections (Linux from 32768, others from 49152), because
 * another program could take such a port while the process restarts.
 */
export async function freePort(): Promise<number> {
  // Each worker of a test run has a range of its own, so that it cannot take the port of another's restarting service.
  const from = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 4) * 3_000;
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(from, from + 3_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('No port is free.');
}
