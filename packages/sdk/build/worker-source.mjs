import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const moduleName = 'virtual:analysis-worker';
const entry = fileURLToPath(new URL('../src/capture/analysis/worker.ts', import.meta.url));

/**
 * Gives `virtual:analysis-worker`: the analysis worker, bundled for itself, as source text. A Blob of it starts as a worker
 * from every bundler and from a script of another origin, which no file of its own does.
 *
 * @param {import('vite').InlineConfig} shared what all bundles have in common.
 * @returns {import('vite').Plugin}
 */
export function workerSource(shared) {
  return {
    name: 'worker-source',
    resolveId: (id) => (id === moduleName ? `\0analysis-worker` : undefined),
    async load(id) {
      return id === `\0analysis-worker`
        ? `export default ${JSON.stringify(await bundleWorker(shared))};`
        : undefined;
    },
  };
}

/** The worker as one classic script. */
async function bundleWorker(shared) {
  const { output } = await build({
    ...shared,
    build: { ...shared.build, write: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  });
  return output[0].code;
}
