import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChildServer } from './child-server.ts';
import { findFreePorts } from './free-ports.ts';
import { startWebhookRecorder } from './webhook-recorder.ts';

/** Place of the journeys, and the secrets that an integrator has. */
export interface Stage {
  readonly serviceUrl: string;
  readonly shopUrl: string;
  readonly recorderUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Folder in which the service keeps its data. */
  readonly dataDir: string;
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the built service and the built shop on free ports with a data directory of their own. */
export async function setStage(): Promise<{ stage: Stage; strike: () => Promise<void> }> {
  const standing: (() => void | Promise<void>)[] = [];
  const strike = () => undoAll(standing);
  try {
    return { stage: await build(standing), strike };
  } catch (error) {
    // Whatever was started must not outlive a run that cannot take place.
    await strike();
    throw error;
  }
}

/** Starts one after the other; what takes each away again is added to the list as soon as it stands. */
async function build(standing: (() => void | Promise<void>)[]): Promise<Stage> {
  const [servicePort, shopPort, recorderPort] = (await findFreePorts(3)) as [number, number, number];
  const dataDir = await mkdtemp(join(tmpdir(), 'journeys-'));
  standing.push(() => rm(dataDir, { recursive: true }));
  const logDir = join(root, 'e2e', '.cache', 'logs');
  await mkdir(logDir, { recursive: true });
  const serviceUrl = `http://localhost:${servicePort}`;
  const shopUrl = `http://localhost:${shopPort}`;

  const readSettings = async () => JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8'));
  const recorder = await startWebhookRecorder({
    port: recorderPort,
    shopUrl,
    readSecret: async () => (await readSettings()).webhookSecret,
  });
  standing.push(() => {
    recorder.close();
    recorder.closeAllConnections();
  });
  const service = await startChildServer({
    entry: 'packages/service/dist/main.js',
    cwd: root,
    // The service's development webhook goes to the demo's port: here to the recorder, which passes it on.
    env: {
      PORT: `${servicePort}`,
      DEMO_PORT: `${recorderPort}`,
      DATA_DIR: dataDir,
      DEVELOPMENT: 'true',
      ALLOW_LOOPBACK: 'true',
    },
    healthUrl: `${serviceUrl}/healthz`,
    logPath: join(logDir, 'service.log'),
  });
  standing.push(service.stop);
  const shop = await startChildServer({
    entry: 'packages/demo/dist/server.js',
    cwd: root,
    env: { DEMO_PORT: `${shopPort}`, DATA_DIR: dataDir },
    healthUrl: `${shopUrl}/healthz`,
    logPath: join(logDir, 'shop.log'),
  });
  standing.push(shop.stop);
  const { apiKey, webhookSecret, workflows } = await readSettings();
  const recorderUrl = `http://localhost:${recorderPort}`;
  return { serviceUrl, shopUrl, recorderUrl, apiKey, webhookSecret, dataDir, workflows };
}

/** Takes everything away, the last first; throws the first fault once all is done. */
async function undoAll(standing: readonly (() => void | Promise<void>)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const undo of [...standing].reverse()) {
    try {
      await undo();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** The two workflows of the first start: one asks the user for a document, the other needs no user. */
export type WorkflowKind = 'document' | 'contact';

/** The workflow of that kind, as the service named it. */
export function workflowOf({ workflows }: Stage, kind: WorkflowKind): Stage['workflows'][number] {
  const pattern = kind === 'document' ? /document/i : /phone/i;
  const workflow = workflows.find(({ name }) => pattern.test(name));
  if (!workflow) throw new Error(`The service has no ${kind} workflow, only ${JSON.stringify(workflows)}`);
  return workflow;
}

/** The stage that the global setup has set, as the journeys find it. */
export function currentStage(): Stage {
  const stage = process.env.JOURNEYS_STAGE;
  if (!stage) throw new Error('The global setup has not set the stage');
  return JSON.parse(stage);
}
