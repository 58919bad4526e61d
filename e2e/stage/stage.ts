import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChildServer } from './child-server.ts';
import { findFreePorts } from './free-ports.ts';
import { startWebhookRecorder } from './webhook-recorder.ts';

/** The servers of the journeys, and the secrets of their integrator. */
export interface Stage {
  readonly serviceUrl: string;
  readonly shopUrl: string;
  readonly recorderUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Data directory of the service. */
  readonly dataDir: string;
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the built service and the built shop on free ports with their own data directories. */
export async function startStage(): Promise<{ stage: Stage; tearDown: () => Promise<void> }> {
  const cleanUps: (() => void | Promise<void>)[] = [];
  const tearDown = () => undoAll(cleanUps);
  try {
    return { stage: await build(cleanUps), tearDown };
  } catch (error) {
    // If the set-up fails, nothing that was started may stay behind.
    await tearDown();
    throw error;
  }
}

/** Starts the parts one after the other, and adds the clean-up of each to the list as soon as it is running. */
async function build(cleanUps: (() => void | Promise<void>)[]): Promise<Stage> {
  const [servicePort, shopPort, recorderPort] = (await findFreePorts(3)) as [number, number, number];
  const dataDir = await mkdtemp(join(tmpdir(), 'journeys-'));
  cleanUps.push(() => rm(dataDir, { recursive: true }));
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
  cleanUps.push(() => {
    recorder.close();
    recorder.closeAllConnections();
  });
  const service = await startChildServer({
    entry: 'packages/service/dist/bundled/main.js',
    cwd: root,
    // The service's development webhook goes to the demo's port, where the recorder listens and passes it on.
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
  cleanUps.push(service.stop);
  const shop = await startChildServer({
    entry: 'packages/demo/dist/server.js',
    cwd: root,
    env: { DEMO_PORT: `${shopPort}`, DATA_DIR: dataDir },
    healthUrl: `${shopUrl}/healthz`,
    logPath: join(logDir, 'shop.log'),
  });
  cleanUps.push(shop.stop);
  const { apiKey, webhookSecret, workflows } = await readSettings();
  const recorderUrl = `http://localhost:${recorderPort}`;
  return { serviceUrl, shopUrl, recorderUrl, apiKey, webhookSecret, dataDir, workflows };
}

/** Runs all clean-ups, last first; throws the first error at the end. */
async function undoAll(cleanUps: readonly (() => void | Promise<void>)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const undo of [...cleanUps].reverse()) {
    try {
      await undo();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** The two workflows of the first start: one asks the user for a document, the other one needs no user. */
export type WorkflowKind = 'document' | 'contact';

/** Returns the workflow of a kind, with the name that the service gave it. */
export function workflowOf({ workflows }: Stage, kind: WorkflowKind): Stage['workflows'][number] {
  const pattern = kind === 'document' ? /document/i : /phone/i;
  const workflow = workflows.find(({ name }) => pattern.test(name));
  if (!workflow) throw new Error(`The service has no ${kind} workflow, only ${JSON.stringify(workflows)}`);
  return workflow;
}

/** Returns the stage that the global setup has started. */
export function currentStage(): Stage {
  const stage = process.env.JOURNEYS_STAGE;
  if (!stage) throw new Error('The global setup has not set the stage');
  return JSON.parse(stage);
}
