import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Serves the gallery on this machine only: every screen of the flow by name, without a service or a camera. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('node_modules/.vite', import.meta.url)),
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: { host: '127.0.0.1', hmr: false },
});
