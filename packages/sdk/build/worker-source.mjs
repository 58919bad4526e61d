import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The workers by the names of their modules. */
const entries = new Map([
  ['virtual:analysis-worker', new URL('../src/capture/analysis/worker.ts', import.meta.url)],
  ['virtual:face-worker', new URL('../src/capture/faces/face-worker.ts', import.meta.url)],
]);

/**
 * Gives `virtual:analysis-worker` and `virtual:face-worker`: a worker each, bundled for itself, as source text. A Blob of it
 * starts as a worker from every bundler and from a script of another origin, which no file of its own does.
 *
 * @param {import('vite').InlineConfig} shared what all bundles have in common.
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

/** The worker as one classic script. */
async function bundleWorker(shared, entry) {
  const input = fileURLToPath(entry);
  const { output } = await build({
    ...shared,
    build: { ...shared.build, write: false, rolldownOptions: { input, output: { format: 'iife' } } },
  });
  return output[0].code;
}
