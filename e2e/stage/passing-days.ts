import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ChildServer, startChildServer } from './child-server.ts';
import { findFreePorts } from './free-ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = join(root, 'packages/service/dist/bundled/cli.js');
const dayMs = 24 * 3_600_000;

/**
 * A service with its own data that can be moved forward in time: it is stopped and started again with a clock that is ahead.
 */
export interface DatedService {
  readonly serviceUrl: string;
  readonly dataDir: string;
  /** Test key of the development account. */
  readonly apiKey: string;
  /** Ids of its workflows, by name. */
  readonly workflows: Readonly<Record<string, string>>;
  /**
   * Restarts the service some days later, and confirms as an operator that its clock is right. Due jobs run soon afterwards.
   */
  pass(days: number): Promise<void>;
  close(): Promise<void>;
}

export async function startDatedService(): Promise<DatedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dated-'));
  const [port] = (await findFreePorts(1)) as [number];
  const serviceUrl = `http://localhost:${port}`;
  let aheadMs = 0;
  const environment = () => {
    const shift = `const real = Date; const ahead = ${aheadMs}; globalThis.Date = class extends real {
      constructor(...given) { if (given.length === 0) super(real.now() + ahead); else super(...given); }
      static now() { return real.now() + ahead; }
    };`;
    return {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
      PORT: `${port}`,
      DATA_DIR: dataDir,
      DEVELOPMENT: 'true',
      ALLOW_LOOPBACK: 'true',
    };
  };
  const start = (): Promise<ChildServer> =>
    startChildServer({
      entry: 'packages/service/dist/bundled/main.js',
      cwd: root,
      env: environment(),
      healthUrl: `${serviceUrl}/healthz`,
      logPath: join(root, 'e2e', '.cache', 'logs', 'dated-service.log'),
    });
  let server = await start();
  const { apiKey, workflows } = JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8'));
  return {
    serviceUrl,
    dataDir,
    apiKey,
    workflows: Object.fromEntries(
      (workflows as { id: string; name: string }[]).map(({ id, name }) => [name, id]),
    ),
    async pass(days) {
      await server.stop();
      aheadMs += days * dayMs;
      server = await start();
      const env = { PATH: process.env.PATH, ...environment() };
      await promisify(execFile)(process.execPath, [command, 'clock', 'confirm'], { env });
      // Jobs that waited for the clock run at the next start.
      await server.stop();
      server = await start();
    },
    async close() {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
