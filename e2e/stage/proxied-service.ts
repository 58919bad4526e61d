import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startChildServer } from './child-server.ts';
import { findFreePorts } from './free-ports.ts';
import type { Stage } from './stage.ts';
import { type ProxyKind, startProxy } from './start-proxy.ts';

/** A service behind a proxy, which everybody reaches at the proxy's address. */
export interface ProxiedService {
  /** `serviceUrl` is the proxy's address. */
  readonly stage: Stage;
  /** Runs `doctor` and returns its findings about request bodies. */
  examineUploads(): Promise<{ readonly state: string; readonly finding: string; readonly remedy?: string }>;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the built service with the settings in `docs/how-to/proxy.md`, and a proxy in front of it. */
export async function startProxiedService(kind: ProxyKind): Promise<ProxiedService> {
  const [servicePort, proxyPort, shopPort] = (await findFreePorts(3)) as [number, number, number];
  const dataDir = await mkdtemp(join(tmpdir(), 'proxied-'));
  const direct = `http://127.0.0.1:${servicePort}`;
  const serviceUrl = `http://localhost:${proxyPort}`;
  const env = {
    PORT: `${servicePort}`,
    DEMO_PORT: `${shopPort}`,
    DATA_DIR: dataDir,
    PUBLIC_URL: serviceUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    DEVELOPMENT: 'true',
    ALLOW_LOOPBACK: 'true',
  };
  const service = await startChildServer({
    entry: 'packages/service/dist/bundled/main.js',
    cwd: root,
    env,
    healthUrl: `${direct}/healthz`,
    logPath: join(dataDir, 'service.log'),
  });
  const proxy = await startProxy(kind, proxyPort, servicePort).catch(async (error) => {
    await service.stop();
    throw error;
  });
  const { apiKey, webhookSecret, workflows } = JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8'));
  const shopUrl = `http://localhost:${shopPort}`;
  return {
    stage: { serviceUrl, shopUrl, recorderUrl: shopUrl, apiKey, webhookSecret, dataDir, workflows },
    async examineUploads() {
      const command = join(root, 'packages/service/dist/bundled/cli.js');
      // Exits with 1 if a check fails, and prints its findings in any case.
      const { stdout } = await promisify(execFile)(process.execPath, [command, 'doctor', '--json'], {
        env: { PATH: process.env.PATH, ...env },
      }).catch((ended: { stdout: string }) => ended);
      const { findings } = JSON.parse(stdout) as {
        findings: { check: string; state: string; finding: string }[];
      };
      const found = findings.find(({ check }) => check === 'uploads');
      if (!found) throw new Error(`The doctor says nothing of uploads: ${stdout}`);
      return found;
    },
    async stop() {
      await proxy.stop();
      await service.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
