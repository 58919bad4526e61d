import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Workers by the names of their modules. */
const entries = new Map([
  ['virtual:analysis-worker', new URL('../src/capture/analysis/worker.ts', import.meta.url)],
  ['virtual:face-worker', new URL('../src/capture/faces/face-worker.ts', import.meta.url)],
]);

/**
 * Provides `virtual:analysis-worker` and `virtual:face-worker`: each a worker, bundled separately, as source text. Started from
 * a Blob, it works with every bundler and with a script from another origin, which a worker file does not.
 *
 * @param {import('vite').InlineConfig} shared options common to all bundles.
 * @returns {import('vite').Plugin}
 */
export function workerSource(shared) {
  return {
    name: 'worker-source',
    resolveId: (id) => (entries.has(id) ? id.replace('virtual:', '\0') : undefined),
    async load(id) {
      const entry = id.startsWith('\0') ? entries.get(id.replace('\0', 'virtual:')) : undefined;
      return entry && `export default ${JSON.stringify(await bundleWorker(shared, entry))};`;
    },
  };
}

/** Bundles the worker as one classic script. */
async function bundleWorker(shared, entry) {
  const input = fileURLToPath(entry);
  const { output } = await build({
    ...shared,
    build: { ...shared.build, write: false, rolldownOptions: { input, output: { format: 'iife' } } },
  });
  return output[0].code;
}
