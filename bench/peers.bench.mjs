// What a host page pays in bytes before anything starts: the published browser packages of others, from the registry, beside
// ours, each bundled in the same way. Installed by exact version into a cache at bench time; none is a dependency of ours.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const cache = fileURLToPath(new URL('.cache/peers/', import.meta.url));
const sdk = fileURLToPath(new URL('../packages/sdk/dist/', import.meta.url));
const bundler = { name: 'esbuild', version: '0.28.2' };

/**
 * `loads`: where what the user sees comes from once it starts, as the published code says; `sign` is the piece of code that
 * shows it. None of these packages holds its flow, so nobody can measure that from the registry.
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

/** Installs the peers and the bundler, unless that has been done. */
function install() {
  const dependencies = Object.fromEntries([bundler, ...peers].map(({ name, version }) => [name, version]));
  const manifest = JSON.stringify({ private: true, dependencies });
  mkdirSync(cache, { recursive: true });
  const path = join(cache, 'package.json');
  const done = join(cache, 'installed');
  try {
    if (readFileSync(done, 'utf8') === manifest) return;
  } catch {
    // not yet
  }
  writeFileSync(path, manifest);
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  // Nothing of them is run, neither here nor later: their code is only counted.
  execFileSync('npm', ['install', '--ignore-scripts', ...quiet], { cwd: cache, stdio: 'inherit' });
  writeFileSync(done, manifest);
}

/** Bundles a page that imports the module and nothing else. Answers its files by name, and those that it loads at once. */
async function bundle(module) {
  const { build } = createRequire(join(cache, 'package.json'))('esbuild');
  const contents = `import * as module from ${JSON.stringify(module)}; globalThis.module = { ...module };`;
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: cache },
    absWorkingDir: cache,
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const files = new Map(outputFiles.map(({ path, contents: bytes }) => [path.slice(cache.length), bytes]));
  const atOnce = new Set();
  const follow = (name) => {
    if (atOnce.has(name)) return;
    atOnce.add(name);
    for (const { path, kind } of metafile.outputs[name].imports) {
      if (kind === 'import-statement' && files.has(path)) follow(path);
    }
  };
  follow('out/stdin.js');
  return { files, atOnce: [...atOnce] };
}

/** Our chunks as the service serves them: all up to the first screen, and all of a flow in one language. */
function ourFlow() {
  const folder = join(sdk, 'script', 'v1');
  const chunks = readdirSync(join(folder, 'chunks')).filter((name) => name.endsWith('.js'));
  const sum = (names) => names.reduce((total, name) => total + brotli(readFileSync(join(folder, name))), 0);
  /** The chunks of some names; throws when there is none of a name, so that none is left out unseen. */
  const named = (names) =>
    names.flatMap((name) => {
      const found = chunks.filter((chunk) => chunk.replace(/-[\w-]{8}\.js$/, '') === name);
      if (found.length === 0) throw new Error(`No chunk is named ${name} any more`);
      return found;
    });
  const first = named(['shell', 'first-needs', 'request', 'en']);
  const parts = ['', 'capture-', 'selfie-', 'collect-', 'form-', 'offer-', 'hand-off-'];
  const others = ['de', 'es', 'fr', 'it', 'pt', 'hu', 'ar', 'zh'];
  const elsewhere = new Set(named(others.flatMap((language) => parts.map((part) => part + language))));
  const all = chunks.filter((name) => !elsewhere.has(name));
  const entry = 'vendor-orchestration.js';
  const inFolder = (names) => [entry, ...names.map((name) => join('chunks', name))];
  return { first: sum(inFolder(first)), all: sum(inFolder(all)) };
}

install();
const rows = [];
for (const { name, version, loads, sign } of peers) {
  const { files, atOnce } = await bundle(name);
  const text = [...files.values()].map((bytes) => Buffer.from(bytes).toString()).join('\n');
  if (!sign.test(text)) throw new Error(`${name} ${version} does not say any more that it loads ${loads}`);
  const before = atOnce.reduce((total, file) => total + brotli(files.get(file)), 0);
  rows.push({ package: `${name} ${version}`, 'before start': before, 'once it starts it loads': loads });
}
const { files, atOnce } = await bundle(join(sdk, 'npm', 'index.js'));
const { first, all } = ourFlow();
rows.push({
  package: '@vendor/orchestration',
  'before start': atOnce.reduce((total, file) => total + brotli(files.get(file)), 0),
  'once it starts it loads': `its own chunks: ${first} with the first screen, ${all} with every part of it in one language`,
});
rows.sort((a, b) => a['before start'] - b['before start']);
console.log(
  'Bytes in brotli of a page that imports the package and nothing else; what comes at run time is not counted.',
);
console.table(rows);
