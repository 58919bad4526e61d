// npm run build: the panel as the service hands it out at /admin: index.html, and hashed files with their compressed forms.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';

// Whatever runs the build, such as a test: the files are the same.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** Files of the script that the page loads first, in one chunk: each further one would be a request of its own. */
const early =
  /src\/(early|first-calls|mode-memory|api\/(early-replies|call-path)|screens\/runs\/filters)\.ts$/;

/** Puts the early script before all others: Vite would bundle it with that of the page. */
const earlyScript = {
  name: 'early-script',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { filename, bundle }) {
      if (!filename.endsWith('/index.html')) return [];
      const chunk = Object.values(bundle).find(({ isEntry, name }) => isEntry && name === 'early');
      const attrs = { type: 'module', async: true, fetchpriority: 'high', crossorigin: true };
      return [
        { tag: 'script', attrs: { ...attrs, src: `/admin/${chunk.fileName}` }, injectTo: 'head-prepend' },
      ];
    },
  },
};

await build({
  configFile: false,
  logLevel: 'warn',
  root,
  base: '/admin/',
  resolve: { conditions: ['source', 'module', 'browser', 'production'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [earlyScript],
  build: {
    outDir: dist,
    rolldownOptions: {
      // The panel, its early script, and the page in its frame that shows the flow with a brand.
      input: {
        index: join(root, 'index.html'),
        early: join(root, 'src/early.ts'),
        preview: join(root, 'preview.html'),
      },
      output: { codeSplitting: { groups: [{ name: 'early', test: early }] } },
    },
    emptyOutDir: true,
    target: ['es2022', 'safari16'],
    // The policy of the page allows no address but the service's own: nothing may become a `data:` URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: 'hidden',
  },
});

const names = await readdir(dist, { recursive: true });
for (const name of names.filter((name) => /\.(js|css|html|svg)$/.test(name))) {
  const bytes = await readFile(join(dist, name));
  await writeFile(join(dist, `${name}.br`), await promisify(brotliCompress)(bytes));
  await writeFile(join(dist, `${name}.gz`), await promisify(gzip)(bytes));
}
