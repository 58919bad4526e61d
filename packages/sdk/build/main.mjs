// npm run build: the modules for npm (dist/npm), the files that a service serves at /sdk/ (dist/script), the types
// (dist/types).
import { rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compileHint } from './compile-hint.mjs';
import { compressFiles } from './compress.mjs';
import { faceModel } from './face-model.mjs';
import { exportedModule, firstScreenChunks } from './first-screen-chunks.mjs';
import { frozenPages } from './frozen-pages.mjs';
import { writeIntegrity } from './integrity.mjs';
import { lendExports } from './lend-exports.mjs';
import { nameTogether } from './name-together.mjs';
import { ownProperties } from './own-properties.mjs';
import { plainElements } from './plain-elements.mjs';
import { plainNamespaces } from './plain-namespaces.mjs';
import { compareWithRelease, describeBuild, readReleases } from './release-record.mjs';
import { hasRegions, sharedConfig, version } from './shared-config.mjs';
import { simpleSelectors } from './simple-selectors.mjs';
import { addModelLicense, licenseFile } from './third-party-licenses.mjs';
import { emitTypes } from './types.mjs';
import { workerSource } from './worker-source.mjs';
import { wrapLazyImports } from './wrap-lazy-imports.mjs';

// Makes the files of a version the same, whether a person or a test runs the build.
process.env.NODE_ENV = 'production';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const chunkFileNames = 'chunks/[name]-[hash].js';
/**
 * Name that sorts the shell first in the build for bundlers. A bundler that joins all chunks in one file (Rolldown) runs lazy
 * ones in the order of their names, and the others need the exports that the shell lends (`lend-exports.mjs`).
 */
const shellFirst = '0-shell';
/**
 * Writes source maps next to files without naming them there: the service names them in a header, which adds no bytes to the
 * files.
 */
const withoutName = 'hidden';

/** Chunks that an entry names, besides the texts of each language. */
const named = ['request', 'custom-theme', 'popup-flow', 'check-device'];

/** Returns the name of a chunk of texts: `de` for the frame, which loads first, `capture-de` and so on for the other parts. */
function textsName(module) {
  const [, language, part] = /\/texts\/src\/locales\/(\w+)\/([\w-]+)\.ts$/.exec(module) ?? [];
  return part === 'frame' ? language : part && `${part}-${language}`;
}

/**
 * Bundles the entry as ES modules with lazy chunks. Returns the output, and the hash shared by the chunks that an entry names.
 */
async function bundleModules(outDir, entryFileNames, options) {
  const { define, sourcemap, plugins = [], comments = true, start, shellName = 'shell' } = options;
  const entry = path('src/index.ts');
  const codeSplitting = firstScreenChunks({
    entry,
    shell: path('src/shell.ts'),
    offer: path('src/offer-hosted-page.tsx'),
    rest: path('src/continue-flow.ts'),
    capture: path('src/steps/document/capture-screens.tsx'),
    cameras: [path('src/capture/capture-kit.ts'), path('src/flow/steady-hint.ts')],
    start,
  });
  const worker = workerSource(sharedConfig);
  const [{ output }] = await build({
    ...sharedConfig,
    define: { ...sharedConfig.define, ...define },
    plugins: [
      worker,
      faceModel(),
      simpleSelectors(),
      ownProperties(),
      plainElements(),
      plainNamespaces(),
      frozenPages(),
      ...plugins,
    ],
    build: {
      ...sharedConfig.build,
      sourcemap,
      outDir: path(outDir),
      license: { fileName: licenseFile },
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        output: {
          entryFileNames,
          chunkFileNames: ({ name, facadeModuleId }) =>
            chunkFileNames.replace(
              '[name]',
              name === 'shell' ? shellName : (textsName(facadeModuleId ?? '') ?? name),
            ),
          codeSplitting,
          minify: true,
          comments,
          postBanner: ({ name }) => (name === 'shell' ? compileHint : undefined),
        },
      },
    },
  });
  await addModelLicense(path(outDir));
  const { SUPPORTED_LANGUAGES } = await import(pathToFileURL(path(`${outDir}/${entryFileNames}`)).href);
  return { output, hash: await nameTogether(path(outDir), [shellName, ...named, ...SUPPORTED_LANGUAGES]) };
}

/** Bundles the entry for `require`, which imports the built module next to it. */
async function bundleCommonJs(outDir) {
  const entry = path('src/index.ts');
  await build({
    ...sharedConfig,
    build: {
      ...sharedConfig.build,
      outDir: path(outDir),
      emptyOutDir: false,
      lib: { entry: path('src/common-js.ts'), formats: ['cjs'] },
      rolldownOptions: {
        external: (id) => id === entry || id === './index.ts',
        output: { entryFileNames: 'index.cjs', paths: () => './index.js' },
      },
    },
  });
}

/** Bundles a classic script; its lazy parts are chunks of the module build next to it, named by `define`. */
async function bundleScript(outDir, input, entryFileName, define) {
  await build({
    ...sharedConfig,
    define: { ...sharedConfig.define, ...define },
    build: {
      ...sharedConfig.build,
      sourcemap: withoutName,
      outDir: path(outDir),
      emptyOutDir: false,
      lib: { entry: input, formats: ['iife'], name: 'VendorOrchestrationScript' },
      rolldownOptions: { output: { entryFileNames: entryFileName } },
    },
  });
}

/** Returns a chunk of the module build. */
function chunkNamed(output, name) {
  const found = output.find((chunk) => chunk.type === 'chunk' && chunk.name === name);
  if (!found) throw new Error(`The module build has no chunk named ${name}.`);
  return found;
}

await Promise.all(
  ['npm', 'script', 'types'].map((folder) => rm(path(`dist/${folder}`), { recursive: true, force: true })),
);
await bundleModules('dist/npm', 'index.js', {
  // In an integrator's bundle, this would be the address of their file, or even its path on the build machine; neither is the
  // address of the service.
  define: { 'import.meta.url': 'undefined' },
  sourcemap: true,
  plugins: [lendExports({ lender: 'shell', holder: 'request' })],
  start: path('src/create-orchestration.ts'),
  shellName: shellFirst,
});
await bundleCommonJs('dist/npm');
const { output, hash } = await bundleModules('dist/script/v1', 'vendor-orchestration.mjs', {
  sourcemap: withoutName,
  plugins: [wrapLazyImports()],
  // Annotations are for bundlers, which do not read these files.
  comments: { annotation: false },
});
const shellFile = `chunks/shell-${hash}.js`;
const importedByShell = chunkNamed(output, 'shell').imports.map(
  (file) => output.find(({ fileName }) => fileName === file)?.name,
);
const chunks = {
  __VO_HASH__: JSON.stringify(hash),
  __VO_SHELL__: JSON.stringify(shellFile),
  __VO_SHELL_MODULE__: JSON.stringify(
    exportedModule(await import(pathToFileURL(path(`dist/script/v1/${shellFile}`)).href), 'openFlow'),
  ),
  __VO_SHELL_IMPORTS__: JSON.stringify(importedByShell.filter((name) => named.includes(name))),
};
await bundleScript('dist/script/v1', path('src/script.ts'), 'vendor-orchestration.js', chunks);
await bundleScript('dist/script/v1', path('src/hosted/hosted.ts'), 'hosted.js', chunks);
const hashes = await writeIntegrity(path('dist/script/v1'), version);
await compressFiles(path('dist/script'));
await emitTypes(path('.'));
for (const entry of ['vendor-orchestration.js', 'vendor-orchestration.mjs'])
  process.stdout.write(`/sdk/${version}/${entry}  ${hashes[entry]}\n`);
const { isFit, message } = compareWithRelease({
  version,
  releases: await readReleases(),
  built: await describeBuild(path('dist')),
  hasRegions,
});
if (message) process.stderr.write(`${message}\n`);
process.exitCode = isFit ? 0 : 1;
