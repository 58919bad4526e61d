// npm run build: bundles the compiled service, its command line and its worker thread into some large files in dist/bundled,
// because Node takes longer to find and load a thousand small ones than to run them. The decoder processes load the compiled
// files: they need packages that only `checks` depends on. A comment above each bundled module names its file, so that the line
// of a stack trace leads to it.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { entries } from './entries.mjs';
import { keepAddresses } from './keep-addresses.mjs';

const home = fileURLToPath(new URL('..', import.meta.url));
const dist = join(home, 'dist');
const folder = join(dist, 'bundled');

/** Packages that stay outside, because they load files beside themselves, or only if they are installed. */
const outside = ['@photostructure/sqlite', 'i18n-iso-countries', 'i18n-iso-countries/index.js', 'pg-native'];
const optional = ['pg-native'];

const bundle = await rolldown({
  cwd: home,
  input: Object.fromEntries(Object.entries(entries).map(([name, module]) => [name, join(dist, module)])),
  platform: 'node',
  external: outside,
  // Node does not read the field `module`.
  resolve: { mainFields: ['main'] },
  transform: { target: 'node20' },
  plugins: [keepAddresses(dist, folder, entries)],
  onLog(_, { message }) {
    throw new Error(message);
  },
});
const { output } = await bundle.generate({
  dir: folder,
  // The name of a shared file would be that of any module in it.
  chunkFileNames: ({ name, isDynamicEntry }) => `${isDynamicEntry ? name : 'shared'}-[hash].js`,
  // Stack traces in logs name functions and lines.
  minify: false,
  keepNames: true,
});
await bundle.close();
for (const { fileName, code } of output)
  if (/\b__dirname\b/.test(code))
    throw new Error(`${fileName} looks for files beside a package: leave the package outside.`);

writeBundle();

const files = new Set(output.map(({ fileName }) => fileName));
const imported = output.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
const required = output.flatMap(({ code }) => [...code.matchAll(/\b__require\("?([^")]*)"?\)/g)]);
const loaded = new Set([...imported.filter((name) => !files.has(name)), ...required.map(([, name]) => name)]);
const { resolve } = createRequire(join(folder, 'main.js'));
for (const name of loaded) {
  if (isBuiltin(name) || name.startsWith('node:') || optional.includes(name)) continue;
  if (!outside.includes(name)) throw new Error(`The bundle loads ${name}, which is not in it.`);
  // Throws if the service does not depend on the package itself.
  resolve(name);
}

/**
 * Writes the files that changed, entries last, and then removes those that are no longer needed. A process that starts during a
 * build therefore finds all its files, unless the code has changed.
 */
function writeBundle() {
  mkdirSync(folder, { recursive: true });
  for (const { fileName, code, isEntry } of [...output].sort((a, b) => a.isEntry - b.isEntry)) {
    const path = join(folder, fileName);
    if (read(path) !== code) {
      writeFileSync(`${path}.${process.pid}`, code);
      renameSync(`${path}.${process.pid}`, path);
    }
    // Shows that the bundle is newer than the compiled files.
    if (isEntry) utimesSync(path, new Date(), new Date());
  }
  const needed = new Set(output.map(({ fileName }) => fileName));
  for (const name of readdirSync(folder))
    if (name.endsWith('.js') && !needed.has(name)) rmSync(join(folder, name), { force: true });
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
