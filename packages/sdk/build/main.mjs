// npm run build: the modules for npm (dist/npm), what a service hands out at /sdk/ (dist/script), the types (dist/types).
import { rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressFiles } from './compress.mjs';
import { exportedModule, firstScreenChunks } from './first-screen-chunks.mjs';
import { refuseNewerApis } from './floor.mjs';
import { writeIntegrity } from './integrity.mjs';
import { sharedConfig, version } from './shared-config.mjs';
import { emitTypes } from './types.mjs';
import { workerSource } from './worker-source.mjs';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const chunkFileNames = 'chunks/[name]-[hash].js';
/** Source maps beside files that do not name them: the service does, in a header that costs the files nothing. */
const named = 'hidden';

/** Bundles the entry as ES modules with lazy chunks, by the given options of Vite besides the shared ones; answers the output. */
async function bundleModules(outDir, entryFileNames, { define, sourcemap }) {
  const entry = path('src/index.ts');
  const codeSplitting = firstScreenChunks({ entry, shell: path('src/shell.ts') });
  const worker = workerSource(sharedConfig);
  const [{ output }] = await build({
    ...sharedConfig,
    define: { ...sharedConfig.define, ...define },
    plugins: [worker],
    build: {
      ...sharedConfig.build,
      sourcemap,
      outDir: path(outDir),
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { entryFileNames, chunkFileNames, codeSplitting, minify: true } },
    },
  });
  refuseNewerApis(output);
  return output;
}

/** Bundles a classic script; its lazy parts are chunks of the module build beside it, named by `define`. */
async function bundleScript(outDir, input, entryFileName, define) {
  const [{ output }] = await build({
    ...sharedConfig,
    define: { ...sharedConfig.define, ...define },
    build: {
      ...sharedConfig.build,
      sourcemap: named,
      outDir: path(outDir),
      emptyOutDir: false,
      lib: { entry: input, formats: ['iife'], name: 'VendorOrchestrationScript' },
      rolldownOptions: { output: { entryFileNames: entryFileName } },
    },
  });
  refuseNewerApis(output);
}

/** The address of a chunk of the module build. */
function chunkAddress(output, name) {
  const found = output.find((chunk) => chunk.type === 'chunk' && chunk.name === name);
  if (!found) throw new Error(`The module build has no chunk named ${name}.`);
  return found.fileName;
}

await Promise.all(
  ['npm', 'script', 'types'].map((folder) => rm(path(`dist/${folder}`), { recursive: true, force: true })),
);
await bundleModules('dist/npm', 'index.js', {
  // Within somebody's bundle it is the address of their file, if not its path on the machine that built it: neither says
  // where the service is.
  define: { 'import.meta.url': 'undefined' },
  sourcemap: true,
});
const output = await bundleModules('dist/script/v1', 'vendor-orchestration.mjs', { sourcemap: named });
const shell = chunkAddress(output, 'shell');
const chunks = {
  __VO_SHELL__: JSON.stringify(shell),
  __VO_SHELL_MODULE__: JSON.stringify(
    exportedModule(await import(pathToFileURL(path(`dist/script/v1/${shell}`)).href), 'openFlow'),
  ),
  __VO_LANGUAGES__: JSON.stringify(chunkAddress(output, 'load-language')),
  __VO_POPUP__: JSON.stringify(chunkAddress(output, 'popup-flow')),
  __VO_PREFLIGHT__: JSON.stringify(chunkAddress(output, 'check-device')),
};
await bundleScript('dist/script/v1', path('src/script.ts'), 'vendor-orchestration.js', chunks);
await bundleScript('dist/script/v1', path('src/hosted/hosted.ts'), 'hosted.js', chunks);
const hashes = await writeIntegrity(path('dist/script/v1'), version);
await compressFiles(path('dist/script'));
await emitTypes(path('.'));
for (const entry of ['vendor-orchestration.js', 'vendor-orchestration.mjs'])
  process.stdout.write(`/sdk/${version}/${entry}  ${hashes[entry]}\n`);
