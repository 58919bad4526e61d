import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { freePort, startBuiltServer } from '../../../lab/gallery/pages/built-server.ts';
import { emulateDevice } from './fake-device.ts';
import { openableGate } from './openable-gate.ts';
import { packageFolder } from './packed-package.ts';
import { type CameraRule, tracesLeft, watchTraces } from './watch-traces.ts';

export type Mode = 'fullscreen' | 'inline' | 'popup';

/** Workflows of the tests, each with a single step, so that every moment is quick to reach. */
const workflows = {
  document: { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }], next: 'end' },
  selfie: { kind: 'selfie', next: 'end' },
  form: { kind: 'form', fields: [{ name: 'user_fullname' }], next: 'end' },
  files: {
    kind: 'evidence',
    texts: { en: { title: 'Your licence to trade', instructions: 'All pages of it.' } },
    maxFiles: 2,
    next: 'end',
  },
} as const;
export type WorkflowName = keyof typeof workflows;

/** A page with the SDK in a browser, with a service and actions of users. */
export interface LivingPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Reads the events that the page has received since the last start. */
  heard(): Promise<string[]>;
  /** Starts a flow by a press of the page's button. */
  start(mode: Mode, workflow: WorkflowName): Promise<LivingFlow>;
  closeFlow(): Promise<void>;
  /** Holds or releases uploads. */
  holdUploads(held: boolean): void;
  cameras(rule: CameraRule): void;
  /**
   * Makes the page see a device with this number of cores and enough memory, because the guidance of a selfie would otherwise
   * depend on the test machine. Initially two, which are too few for a tracker.
   */
  haveCores(count: number): Promise<void>;
  /** Holds or releases the weights of the face tracker. */
  holdWeights(held: boolean): void;
  /** Starts a second copy of the SDK, the npm module, next to the first with the same token, in its own element. */
  startOtherCopy(token: string): Promise<void>;
  heardByOther(): Promise<string[]>;
  /** Closes the flow of the second copy, and removes its element. */
  closeOtherCopy(): Promise<void>;
  /** Starts a session with the same token elsewhere. */
  takeOver(token: string): Promise<void>;
  left(): ReturnType<typeof tracesLeft>;
  close(): Promise<void>;
}

/** An open flow. */
export interface LivingFlow {
  /** The page that shows the flow: the host's, or the popup's. */
  readonly page: Page;
  readonly token: string;
  button(name: string | RegExp): Locator;
  field(name: string): Locator;
  file(content: string): Promise<void>;
}

const knownBrowsers = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
const api = '/orchestration-api/v1';

const markup = (serviceUrl: string) => `<!doctype html><title>Host</title><link rel="icon" href="data:,">
<main><button>Verify</button></main><div id="box" style="height:640px"></div>
<script src="${serviceUrl}/sdk/v1/vendor-orchestration.js"></script>
<script>
  var heard = [];
  for (const name of ['opened', 'started', 'completed', 'cancelled', 'error', 'closed'])
    VendorOrchestration.on(name, (value) => heard.push([name, value].filter(Boolean).join(' ')));
  document.querySelector('button').onclick = () => VendorOrchestration.start(wanted);
</script>`;

/** The part of the npm module that is used. */
interface OtherCopy {
  readonly VendorOrchestration: {
    start(configuration: object): Promise<void>;
    on(name: string, handler: (value?: string) => void): void;
    close(): Promise<void>;
  };
}

declare global {
  var heard: string[];
  var wanted: object;
  var heardByOther: string[];
  var otherCopy: OtherCopy['VendorOrchestration'];
  var VendorOrchestration: { close(): Promise<void> };
}

/** Opens the page. The service's rate limit is raised, because no user starts as often as a test. */
export async function openLivingPage(): Promise<LivingPage> {
  const service = await startBuiltServer({
    script: 'service/dist/bundled/main.js',
    portVariable: 'PORT',
    environment: { DEMO_PORT: String(await freePort()), LOG_LEVEL: 'error', RATE_LIMIT: '1000000' },
  });
  const post = async (path: string, headers: Record<string, string>, body: unknown) => {
    const reply = await fetch(`${service.url}${api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { data: { token: string } }).data;
  };
  const { apiKey } = JSON.parse(await readFile(join(service.folder, 'dev.json'), 'utf8'));
  const ids = await importWorkflows(service.folder);
  const host = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(markup(service.url));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const executablePath = knownBrowsers.find((path) => path && existsSync(path));
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
      ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
    ],
  });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  // Ends only tests that are stuck: another suite may use the processor at the same time.
  context.setDefaultTimeout(150_000);
  let rule: CameraRule = 'opens';
  const uploads = openableGate();
  const weights = openableGate();
  await watchTraces(context, () => rule);
  await context.route('**/captures/*', async (route) => {
    await uploads.passed();
    // Requests aborted meanwhile need no answer.
    await route.continue().catch(() => {});
  });
  await context.route('**/chunks/*face-model-*', async (route) => {
    await weights.passed();
    await route.continue().catch(() => {});
  });
  await context.addInitScript(emulateDevice, 2);
  const page = await context.newPage();
  await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`);

  return {
    page,
    context,
    heard: () => page.evaluate(() => heard),
    async start(mode, workflow) {
      const asked = { workflowId: ids[workflow], inputs: { user_id: 'somebody' } };
      const { token } = await post('/init-workflow', { 'x-api-key': apiKey }, asked);
      const configuration = { token, renderingMode: mode, containerId: 'box' };
      // A failed test must not break the following ones.
      await context.setOffline(false);
      await page.evaluate(() => VendorOrchestration.close());
      for (const other of context.pages()) if (other !== page) await other.close();
      await page.bringToFront();
      await page.getByRole('button', { name: 'Verify' }).focus();
      await page.evaluate((given) => {
        heard = [];
        wanted = given;
        window.noteTraces();
      }, configuration);
      const opening = mode === 'popup' ? context.waitForEvent('page') : page;
      await page.getByRole('button', { name: 'Verify' }).click();
      const shownIn = await opening;
      const flow = shownIn
        .getByRole('dialog', { name: 'Identity check' })
        .or(shownIn.getByRole('region', { name: 'Identity check' }));
      return {
        page: shownIn,
        token,
        button: (name) => flow.getByRole('button', { name, exact: true }).first(),
        field: (name) => flow.getByLabel(name),
        async file(content) {
          const chooser = shownIn.waitForEvent('filechooser');
          await flow.getByRole('button', { name: 'Choose a file', exact: true }).click();
          const buffer = Buffer.from(content);
          await (await chooser).setFiles({ name: 'licence.pdf', mimeType: 'application/pdf', buffer });
        },
      };
    },
    closeFlow: () => page.evaluate(() => VendorOrchestration.close()),
    holdUploads: uploads.hold,
    holdWeights: weights.hold,
    haveCores: (count) => page.evaluate(emulateDevice, count),
    cameras(next) {
      rule = next;
    },
    async takeOver(token) {
      const hello = { nonce: 'n'.repeat(32), sdkVersion: '1.2.3', capabilities: Object.keys(workflows) };
      await post('/client/init', { authorization: `Bearer ${token}` }, hello);
    },
    async startOtherCopy(token) {
      // Evaluated as text, because the test runner rewrites imports to code that a page cannot run.
      const address = `${service.url}/sdk/v1/vendor-orchestration.mjs`;
      const module = await page.evaluateHandle<OtherCopy>(`import(${JSON.stringify(address)})`);
      await page.evaluate(
        async ([{ VendorOrchestration: other }, given]) => {
          heardByOther = [];
          for (const name of ['opened', 'started', 'completed', 'cancelled', 'error', 'closed'])
            other.on(name, (value) => heardByOther.push([name, value].filter(Boolean).join(' ')));
          const box = Object.assign(document.createElement('div'), { id: 'other' });
          box.style.height = '640px';
          document.body.append(box);
          otherCopy = other;
          await other.start({ token: given, renderingMode: 'inline', containerId: 'other' });
        },
        [module, token] as const,
      );
    },
    heardByOther: () => page.evaluate(() => heardByOther),
    closeOtherCopy: () =>
      page.evaluate(async () => {
        await otherCopy.close();
        document.querySelector('#other')?.remove();
      }),
    left: () => tracesLeft(page),
    async close() {
      uploads.hold(false);
      weights.hold(false);
      await browser.close();
      host.closeAllConnections();
      host.close();
      await service.stop();
    },
  };
}

/** Imports the workflows into the service's account; returns their ids. */
async function importWorkflows(dataFolder: string): Promise<Record<WorkflowName, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'workflows-'));
  const cli = async (...args: readonly string[]) => {
    const program = join(packageFolder, '../service/dist/bundled/cli.js');
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], {
      env: { ...process.env, DATA_DIR: dataFolder },
    });
    return JSON.parse(stdout);
  };
  const known = await cli('workflow', 'list');
  const account = known[0].accountId;
  const ids: Record<string, string> = {};
  for (const [name, step] of Object.entries(workflows)) {
    const file = join(folder, `${name}.json`);
    const definition = { start: 'step', nodes: { step, end: { kind: 'end' } } };
    await writeFile(file, JSON.stringify({ name, definition }));
    ids[name] = (await cli('workflow', 'import', file, '--account', account)).id;
  }
  await rm(folder, { recursive: true });
  return ids as Record<WorkflowName, string>;
}
