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

await build({
  configFile: false,
  logLevel: 'warn',
  root,
  base: '/admin/',
  resolve: { conditions: ['source', 'module', 'browser', 'production'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: dist,
    // The panel, and the page in its frame that shows the flow with a brand.
    rolldownOptions: { input: [join(root, 'index.html'), join(root, 'preview.html')] },
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
