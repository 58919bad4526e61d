import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createEmptyTestDatabase, dropTestDatabase } from '../testing/open-test-database.ts';

const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** A start that takes longer has failed. */
const startWithinMs = 30_000;

/** Content of `dev.json`. */
export interface DevelopmentFile {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
}

/** The built service as a process of its own, with a data folder of its own that outlives its kills. */
export class ServiceProcess {
  readonly folder: string;
  /** Settings besides the usual ones, from the next start on. */
  settings: Readonly<Record<string, string>> = {};
  /** The program and its arguments, from the next start on. */
  command: readonly string[] = [process.execPath, entry];
  readonly port: number;
  readonly #demoPort: number;
  #child: ChildProcess | undefined;
  log = '';
  /** The PostgreSQL database that it uses; null: SQLite in its folder. */
  readonly databaseUrl: string | null;
  readonly masterKey = randomBytes(32).toString('base64');

  private constructor(port: number, demoPort: number, folder: string, databaseUrl: string | null) {
    this.databaseUrl = databaseUrl;
    this.folder = folder;
    this.port = port;
    this.#demoPort = demoPort;
  }

  /** @param folder - its data folder; one of its own if left out. */
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

  /** Of the running process. */
  get pid(): number {
    return this.#child!.pid!;
  }

  get development(): DevelopmentFile {
    return JSON.parse(readFileSync(join(this.folder, 'dev.json'), 'utf8')) as DevelopmentFile;
  }

  /** Starts it, and waits until it answers. */
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

  /** A process on the same data, not waited for. */
  spawn(port = this.port): ChildProcess {
    const [program = process.execPath, ...args] = this.command;
    const child = spawn(program, args, {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DEMO_PORT: String(this.#demoPort),
        DATA_DIR: this.folder,
        RATE_LIMIT: '1000000',
        // As npm start has it: an account to begin with, and webhooks that come to this process.
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

  /** Ends it without a chance to finish anything. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to stop. @returns its exit code; null when a signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return this.#end(signal);
  }

  /** Sends it a signal, and waits for nothing. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it and removes its data. */
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
 * A port of this machine that nobody listens on. Not one of those that the system gives to outgoing connections (Linux from
 * 32768, others from 49152): somebody could have it while the process that listens on it is being started again.
 */
export async function freePort(): Promise<number> {
  // Workers of a test run take ports from ranges of their own: one must not take the port of another's service that restarts.
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
