// Bytes that a host page loads before anything starts: the published browser packages of other vendors compared with ours, each
// bundled in the same way. They are installed with exact versions into a cache when the benchmark runs; we depend on none of
// them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { bundle, installPackages } from './registry-packages.mjs';
import { report } from './report.mjs';

const sdk = fileURLToPath(new URL('../packages/sdk/dist/', import.meta.url));

/**
 * `loads`: what the package loads once it starts, according to its published code; `sign`: the piece of code that shows it.
 * None of these packages contains its flow, so the size of the flow cannot be measured from the registry.
 */
const peers = [
  {
    name: '@seontechnologies/seon-orchestration',
    version: '0.0.3',
    loads: 'a frame with a page of its service; a device fingerprint is in the package',
    sign: /createElement\("iframe"\)/,
  },
  {
    name: 'persona',
    version: '5.9.0',
    loads: 'a frame with a page of its service',
    sign: /createElement\("iframe"\)/,
  },
  {
    name: '@veriff/incontext-sdk',
    version: '2.5.0',
    loads: 'a frame with a page of its service',
    sign: /createElement\("iframe"\)/,
  },
  {
    name: '@veriff/js-sdk',
    version: '2.0.0',
    loads: 'nothing: it draws a form for the start, the page then leads to its service',
    sign: /api\.veriff\.me/,
  },
  {
    name: 'onfido-sdk-ui',
    version: '14.80.0',
    loads: 'a script from sdk.onfido.com',
    sign: /sdk\.onfido\.com/,
  },
  {
    name: '@sumsub/websdk',
    version: '2.9.0',
    loads: 'a frame with a page of its service',
    sign: /createElement\("iframe"\)/,
  },
  {
    name: '@stripe/stripe-js',
    version: '10.2.1',
    loads: 'a script from js.stripe.com',
    sign: /js\.stripe\.com/,
  },
];

const brotli = (bytes) => brotliCompressSync(bytes).length;

/** Bundles a page that only imports the whole package. */
const bundlePage = (module) =>
  bundle(folder, `import * as module from ${JSON.stringify(module)}; globalThis.module = { ...module };`);

/** Returns the bytes of our chunks as the service serves them: up to the first screen, and for a whole flow in one language. */
function ourFlow() {
  const folder = join(sdk, 'script', 'v1');
  const chunks = readdirSync(join(folder, 'chunks')).filter((name) => name.endsWith('.js'));
  const sum = (names) => names.reduce((total, name) => total + brotli(readFileSync(join(folder, name))), 0);
  /** Returns the chunks with some names. Throws if a name has no chunk, so that none is left out unnoticed. */
  const named = (names) =>
    names.flatMap((name) => {
      const found = chunks.filter((chunk) => chunk.replace(/-[\w-]{8}\.js$/, '') === name);
      if (found.length === 0) throw new Error(`No chunk is named ${name}`);
      return found;
    });
  const first = named(['shell', 'request', 'en']);
  const parts = ['', 'capture-', 'selfie-', 'collect-', 'form-', 'offer-', 'hand-off-'];
  const others = ['de', 'es', 'fr', 'it', 'pt', 'hu', 'ar', 'zh'];
  const elsewhere = new Set(named(others.flatMap((language) => parts.map((part) => part + language))));
  const all = chunks.filter((name) => !elsewhere.has(name));
  const entry = 'vendor-orchestration.js';
  const inFolder = (names) => [entry, ...names.map((name) => join('chunks', name))];
  return { first: sum(inFolder(first)), all: sum(inFolder(all)) };
}

const folder = installPackages('peers', peers);
const beforeStart = 'before the start, bytes';
const onceStarted = 'loaded once it starts';
const rows = [];
for (const { name, version, loads, sign } of peers) {
  const { files, atOnce } = await bundlePage(name);
  const text = [...files.values()].map((bytes) => Buffer.from(bytes).toString()).join('\n');
  if (!sign.test(text)) throw new Error(`${name} ${version} no longer shows that it loads ${loads}`);
  rows.push({
    package: `${name} ${version}`,
    [beforeStart]: compressedSize(atOnce, files),
    [onceStarted]: loads,
  });
}
const { files, atOnce } = await bundlePage(join(sdk, 'npm', 'index.js'));
const { first, all } = ourFlow();
rows.push({
  package: '@vendor/orchestration',
  [beforeStart]: compressedSize(atOnce, files),
  [onceStarted]: `its own chunks: ${first.toLocaleString('en-US')} bytes with the first screen, ${all.toLocaleString('en-US')} bytes with every part of it in one language`,
});
rows.sort((a, b) => a[beforeStart] - b[beforeStart]);

report({
  title: 'Size of the package beside its peers',
  measured:
    'Bytes in brotli of a page that imports the package and nothing else, bundled by esbuild. Code that is loaded at run time is not counted.',
  tables: [{ rows }],
});

function compressedSize(names, files) {
  return names.reduce((total, name) => total + brotli(files.get(name)), 0);
}
