import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { FlowPage } from '../pages/flow-page.ts';
import { watchPage } from '../watch-page.ts';
import { makeProject, run } from './integrator-project.ts';
import { serveBundle } from './serve-bundle.ts';

/** A component as the React documentation recommends for opening something: an effect with its clean-up. */
const component = `import { useEffect } from 'react';
import { VendorOrchestration } from '@vendor/orchestration';

export function Verification({ configuration, onEvent }) {
  useEffect(() => {
    const events = ['opened', 'started', 'completed', 'cancelled', 'error', 'closed'];
    const offs = events.map((name) => VendorOrchestration.on(name, () => onEvent(name)));
    VendorOrchestration.start(configuration).catch((error) => onEvent(error.name));
    return () => {
      void VendorOrchestration.close();
      for (const off of offs) off();
    };
  }, [configuration, onEvent]);
  return <p>We verify your identity.</p>;
}
`;

const browserEntry = `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Verification } from './verification.jsx';

globalThis.seen = [];
const onEvent = (name) => seen.push(name);
const root = createRoot(document.getElementById('room'));
globalThis.show = (configuration) => root.render(
  <StrictMode>{configuration && <Verification configuration={configuration} onEvent={onEvent} />}</StrictMode>,
);
`;

const serverEntry = `import { renderToString } from 'react-dom/server';
import { Verification } from './verification.jsx';

const before = Reflect.ownKeys(globalThis).length;
const html = renderToString(<Verification configuration={{ token: 'token' }} onEvent={() => {}} />);
console.log(JSON.stringify({ html, added: Reflect.ownKeys(globalThis).length - before }));
`;

const bundle = (input: string, ...options: string[]) => [
  ...[input, '--bundle', '--format=esm', '--jsx=automatic', '--outdir=out'],
  ...options,
];

/** Functions that the React page provides for the test. */
interface ReactPage {
  readonly seen: string[];
  show(configuration: unknown): void;
}

let project = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  project = await makeProject({
    name: 'react',
    packages: { esbuild: '0.28.2', react: '19.3.1', 'react-dom': '19.3.1' },
    files: { 'verification.jsx': component, 'main.jsx': browserEntry, 'server.jsx': serverEntry },
  });
  // StrictMode runs effects twice only in React's development build.
  const development = '--define:process.env.NODE_ENV="development"';
  await run(project, 'esbuild', bundle('main.jsx', '--splitting', development));
  await run(project, 'esbuild', bundle('server.jsx', '--platform=node', '--packages=external'));
});

test('renders a component that imports the SDK on a server', async () => {
  const printed = JSON.parse(await run(project, 'node', ['out/server.js']));
  expect(printed).toEqual({ html: '<p>We verify your identity.</p>', added: 0 });
});

test('opens one flow under StrictMode and leaves nothing behind', async ({
  context,
  stage,
  startExecution,
}) => {
  const host = await serveBundle(stage.serviceUrl, join(project, 'out'), { script: 'module' });
  const page = await context.newPage();
  const offences = await watchPage(page, [new URL(host.url).origin, stage.serviceUrl]);
  await page.goto(host.url);
  await page.waitForFunction(() => 'show' in globalThis);
  const show = (configuration: unknown) =>
    page.evaluate((given) => (globalThis as unknown as ReactPage).show(given), configuration);
  const seen = () => page.evaluate(() => (globalThis as unknown as ReactPage).seen.splice(0));
  const flows = page.locator('[data-vendor-orchestration]');
  const surroundings = () =>
    page.evaluate(() =>
      [document.documentElement, document.head, document.body, ...document.body.children].map(
        (element) => (element.cloneNode(false) as Element).outerHTML,
      ),
    );
  const before = await surroundings();
  const { token } = await startExecution('document');

  for (let round = 1; round <= 3; round += 1) {
    await show({ token, baseUrl: stage.serviceUrl });
    await new FlowPage(page).button('Begin').waitFor();
    await expect(flows).toHaveCount(1);
    // The first of the two starts was aborted before it became visible.
    expect(await seen()).toEqual(['AbortError', 'opened']);
    await show(null);
    await expect(flows).toHaveCount(0);
    await expect.poll(surroundings).toEqual(before);
    expect(await seen()).toEqual(['closed']);
  }
  expect(offences).toEqual([]);
  host.close();
});
