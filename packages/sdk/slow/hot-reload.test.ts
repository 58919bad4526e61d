import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BuiltServer, freePort, startBuiltServer } from '../../../lab/gallery/pages/built-server.ts';
import { makeFolder, packageFolder } from './packed-package.ts';

const knownBrowsers = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];

let service: BuiltServer;
let browser: Browser;
let app: App;

beforeAll(async () => {
  service = await startBuiltServer({
    script: 'service/dist/bundled/main.js',
    portVariable: 'PORT',
    environment: { DEMO_PORT: String(await freePort()), LOG_LEVEL: 'error' },
  });
  const executablePath = knownBrowsers.find((path) => path && existsSync(path));
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
      ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
    ],
  });
});
afterEach(() => app.close());
afterAll(async () => {
  await browser.close();
  await service.stop();
});

/** An app that Vite serves to its developer. */
interface App {
  readonly page: Page;
  /** Saves the module that uses the SDK, like a developer; resolves once the page runs the new version. */
  save(version: string, atDispose?: string): Promise<void>;
  /** Folder of the SDK that the app imports. */
  readonly sdk: string;
  close(): Promise<void>;
}

/** Returns a module that uses the SDK. When replaced, it removes its listeners, as the README advises. */
const moduleOf = (version: string, atDispose: string) => `
import { VendorOrchestration } from '@vendor/orchestration';

const offs = ['opened', 'started', 'completed', 'cancelled', 'error', 'closed'].map((name) =>
  VendorOrchestration.on(name, (value) => heard.push(['${version}', name, value].filter(Boolean).join(' '))),
);
Object.assign(globalThis, { sdk: VendorOrchestration, version: '${version}' });
import.meta.hot.accept();
import.meta.hot.dispose(() => {
  ${atDispose}
  for (const off of offs) off();
});
`;

const markup = `<!doctype html><title>App</title><link rel="icon" href="data:,"><button>Verify</button>
<script>
  const heard = [];
  const tracks = [];
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };
</script>
<script type="module" src="/main.js"></script>`;

/**
 * @param isLinked - whether the SDK is developed with the app, as in a monorepo, so that Vite replaces it like the app's own
 *   modules; otherwise it is installed.
 */
async function serveApp(isLinked: boolean): Promise<App> {
  const folder = await makeFolder();
  const sdk = join(folder, isLinked ? 'linked' : 'node_modules/@vendor/orchestration');
  await mkdir(sdk, { recursive: true });
  await cp(join(packageFolder, 'package.json'), join(sdk, 'package.json'));
  await cp(join(packageFolder, 'dist/npm'), join(sdk, 'dist/npm'), { recursive: true });
  const write = (name: string, content: string) => writeFile(join(folder, name), content);
  await write('index.html', markup);
  await write('main.js', `import './verify.js';`);
  await write('verify.js', moduleOf('first', ''));
  const server: ViteDevServer = await createServer({
    configFile: false,
    root: folder,
    cacheDir: join(folder, '.vite'),
    logLevel: 'error',
    server: { host: '127.0.0.1' },
    resolve: { alias: isLinked ? { '@vendor/orchestration': join(sdk, 'dist/npm/index.js') } : {} },
  });
  await server.listen(0);
  const page = await browser.newPage();
  await page.goto(String(server.resolvedUrls?.local[0]));
  const has = (version: string) => page.waitForFunction((asked) => globalThis.version === asked, version);
  await has('first');
  return {
    page,
    sdk,
    async save(version, atDispose = '') {
      await write('verify.js', moduleOf(version, atDispose));
      await has(version);
    },
    async close() {
      await page.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

declare global {
  var version: string;
  var heard: string[];
  var tracks: MediaStreamTrack[];
  var sdk: {
    start(configuration: object): Promise<void>;
    close(): Promise<void>;
  };
}

/** Returns a new token for each start. */
async function newToken(): Promise<string> {
  const { apiKey, workflows } = JSON.parse(await readFile(join(service.folder, 'dev.json'), 'utf8'));
  const reply = await fetch(`${service.url}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ workflowId: workflows[0].id, inputs: { user_id: 'developer' } }),
  });
  return ((await reply.json()) as { data: { token: string } }).data.token;
}

/** Starts a flow with the module that the page currently runs; returns what `start` rejects with. */
async function start({ page }: App): Promise<string | null> {
  const configuration = { token: await newToken(), baseUrl: service.url };
  return page.evaluate(
    (given) =>
      globalThis.sdk.start(given).then(
        () => null,
        ({ message }: Error) => message,
      ),
    configuration,
  );
}

/** Starts a flow up to its camera screen. */
async function startToCamera(given: App): Promise<void> {
  const { page } = given;
  expect(await start(given)).toBeNull();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: /^Passport/ }).click();
  await page.getByRole('button', { name: 'Open the camera' }).click();
  await page.waitForFunction(() => tracks.some(({ readyState }) => readyState === 'live'));
}

const inspect = ({ page }: App) =>
  page.evaluate(() => ({
    flows: document.querySelectorAll('[data-vendor-orchestration]').length,
    live: tracks.filter(({ readyState }) => readyState === 'live').length,
    heard,
  }));

it('keeps the one open flow when the module is replaced', async () => {
  app = await serveApp(false);
  await startToCamera(app);
  await app.save('second');
  expect(await start(app)).toBe('IDV flow is already running.');
  expect(await inspect(app)).toMatchObject({ flows: 1, live: 1, heard: ['first opened', 'first started'] });

  await app.page.evaluate(() => globalThis.sdk.close());
  const closed = ['first opened', 'first started', 'second closed'];
  expect(await inspect(app)).toEqual({ flows: 0, live: 0, heard: closed });
});

it('leaves nothing of a flow that the module closes when replaced, and starts the next one', async () => {
  app = await serveApp(false);
  const close = 'VendorOrchestration.close();';
  await app.save('closing', close);
  await startToCamera(app);
  await app.save('next', close);
  const heard = ['closing opened', 'closing started', 'closing closed'];
  expect(await inspect(app)).toEqual({ flows: 0, live: 0, heard });
  expect(await start(app)).toBeNull();
  expect(await inspect(app)).toEqual({ flows: 1, live: 0, heard: [...heard, 'next opened'] });
});

it('removes the flow of a copy of the SDK replaced in mid-flow when the next copy starts', async () => {
  app = await serveApp(true);
  await startToCamera(app);
  const entry = join(app.sdk, 'dist/npm/index.js');
  await app.page.evaluate(() => Object.assign(globalThis, { version: 'none', old: globalThis.sdk }));
  await writeFile(entry, `${await readFile(entry, 'utf8')}\n// Saved again.\n`);
  await app.page.waitForFunction(() => globalThis.version === 'first');
  expect(await app.page.evaluate(() => globalThis.sdk === Reflect.get(globalThis, 'old'))).toBe(false);

  expect(await start(app)).toBeNull();
  expect(await inspect(app)).toMatchObject({ flows: 1, live: 0 });
  await app.page.getByRole('button', { name: 'Begin' }).click();
  await app.page.getByRole('button', { name: /^Passport/ }).waitFor();
});
