// The flows whose start is measured, each in its own page. A page defines `startFlow(token)`, which opens the flow.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, installPackages } from './registry-packages.mjs';

const npmEntry = fileURLToPath(new URL('../packages/sdk/dist/npm/index.js', import.meta.url));

/** Newest version in the registry. */
const ballerine = { name: '@ballerine/web-sdk', version: '1.3.2' };

/** From this version on, Chromium imports chunks itself; for older ones the SDK fetches them first (fetch-module.ts). */
const firstToImport = 156;

/** Returns whether a contestant, or a result of it, is the SDK. */
export const isSdk = ({ name }) => name.startsWith('SDK');

/**
 * Adds the pages of all contestants to the stage.
 *
 * @returns by key: `name`, `path` of the page, and `asChrome`, the version that the browser claims to be.
 */
export async function addContestants(stage) {
  const { host } = stage;
  const service = { url: stage.serviceUrl, takesSimpleRequest: await takesSimpleRequest(stage) };
  const setting = `<script>globalThis.service = ${JSON.stringify(service)};</script>`;
  host.addScript('/modal.js', modalCode());
  const startModalScript = `<script>globalThis.startFlow = ${startModal};</script>`;
  host.addPage('/modal-loaded', setting + startModalScript);
  host.addPage('/modal-in-page', `${setting}<script src="/modal.js"></script>${startModalScript}`);
  host.addPage(
    '/sdk-script',
    `${stage.scriptTag}<script>globalThis.startFlow = (token) => VendorOrchestration.start({ token });</script>`,
  );
  await addBundle(host, { path: '/sdk-npm', setting, packages: [], code: sdkPageCode });
  await addBundle(host, { path: '/ballerine', setting, packages: [ballerine], code: ballerinePageCode });
  return {
    modalInPage: { name: 'empty modal, in the page', path: '/modal-in-page' },
    modal: { name: 'empty modal, loaded at start', path: '/modal-loaded' },
    script: { name: 'SDK, script tag', path: '/sdk-script', asChrome: firstToImport },
    scriptFetching: {
      name: 'SDK, script tag, chunks fetched first',
      path: '/sdk-script',
      asChrome: firstToImport - 1,
    },
    npm: { name: 'SDK, npm, bundled by esbuild', path: '/sdk-npm', asChrome: firstToImport },
    ballerine: { name: `${ballerine.name} ${ballerine.version}, loaded at start`, path: '/ballerine' },
  };
}

/** Bundles a page's module and serves it below the page's path. */
async function addBundle(host, { path, setting, packages, code }) {
  const folder = installPackages(`start${path}`, packages);
  const { files, atOnce } = await bundle(folder, code);
  for (const [name, bytes] of files) host.addScript(`${path}/${name}`, bytes);
  host.addPage(path, `${setting}<script type="module" src="${path}/${atOnce[0]}"></script>`);
}

/** The entry is part of the page's own bundle; the rest of the SDK loads at start. */
const sdkPageCode = `
import { VendorOrchestration } from ${JSON.stringify(npmEntry)};
globalThis.startFlow = (token) => VendorOrchestration.start({ token });`;

/** Stops Ballerine from fetching the pictures of its screens, which would delay its first screen, and from counting visits. */
const noPicture = { props: { attributes: { src: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' } } };
const elements = ['back-icon-button', 'close-icon-button', 'image'].map((id) => ({ id, ...noPicture }));
const steps = [
  { name: 'welcome', id: 'welcome', elements },
  {
    name: 'document-selection',
    id: 'document-selection',
    documentOptions: [{ type: 'passport', kind: 'passport' }],
    elements,
  },
  { name: 'document-photo', id: 'document-photo', elements },
  { name: 'check-document', id: 'check-document', elements },
  { name: 'final', id: 'final', elements },
];
const ballerineConfiguration = {
  endUserInfo: { id: 'bench' },
  backendConfig: {},
  metricsConfig: { enabled: false },
  translations: { overrides: {} },
  // Without a flow of this name, Ballerine would also prepare its default one.
  uiConfig: { flows: { default: { steps } } },
};

/** Imports all of Ballerine at the start, because it has no small entry. Sends no request to a backend. */
const ballerinePageCode = `
globalThis.startFlow = async () => {
  const { flows } = await import(${JSON.stringify(ballerine.name)});
  await flows.init(${JSON.stringify(ballerineConfiguration)});
  flows.mount({ flowName: 'default', useModal: true });
};`;

/** Code of an empty modal: Preact and a heading. */
function modalCode() {
  const require = createRequire(import.meta.url);
  const preact = join(dirname(require.resolve('preact')), 'preact.min.js');
  return `${readFileSync(preact, 'utf8')}
globalThis.showModal = ${showModal};`;
}

/** Runs in the page. */
function showModal() {
  const { h, render } = globalThis.preact;
  const style = 'position:fixed;inset:0;background:#fff';
  const host = document.body.appendChild(document.createElement('div'));
  render(h('div', { role: 'dialog', style }, h('h1', null, 'Verify your identity')), host);
}

/** Runs in the page: sends the SDK's request to the service, loads the modal meanwhile, then shows it. */
async function startModal(token) {
  const { url, takesSimpleRequest } = globalThis.service;
  const loading = globalThis.showModal ? null : loadScript('/modal.js');
  const body = { sdkVersion: '0', capabilities: ['document'], nonce: 'a-nonce-of-sixteen' };
  const reply = await fetch(`${url}/orchestration-api/v1/client/init`, {
    method: 'POST',
    headers: takesSimpleRequest
      ? { 'content-type': 'text/plain' }
      : { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(takesSimpleRequest ? { token, ...body } : body),
  });
  if (!reply.ok) throw new Error(`client/init: ${reply.status}`);
  await reply.json();
  await loading;
  globalThis.showModal();

  function loadScript(src) {
    return new Promise((resolve, reject) => {
      document.head.append(
        Object.assign(document.createElement('script'), { src, onload: resolve, onerror: reject }),
      );
    });
  }
}

/**
 * Returns whether the service accepts a start without a CORS preflight: `text/plain` with the token in the body. True for a
 * service of this commit. An older build in `packages/service/dist` may answer 400, 401 or 415: the modal then sends the
 * request that the SDK of that time sent.
 */
async function takesSimpleRequest(stage) {
  const token = await stage.newToken();
  const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/client/init`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ token, sdkVersion: '0', capabilities: ['document'], nonce: 'a-nonce-of-sixteen' }),
  });
  if (reply.ok) return true;
  if ([400, 401, 415].includes(reply.status)) return false;
  throw new Error(`client/init: ${reply.status}`);
}
