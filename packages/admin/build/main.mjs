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
    rolldownOptions: {
      // The panel, and the page in its frame that shows the flow with a brand.
      input: {
        index: join(root, 'index.html'),
        preview: join(root, 'preview.html'),
      },
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

/**
 * The `Link` header of the page: browsers ask for its files before they have read it. The tags of the page name the same files, so
 * that each is asked for once.
 */
function linksOf(page) {
  const links = [
    ...page.matchAll(/<(?:script|link)\b[^>]*(?:type="module"|rel="(?:modulepreload|stylesheet)")[^>]*>/g),
  ];
  return links.map(([tag]) => {
    const address = /(?:src|href)="([^"]+)"/.exec(tag)[1];
    const how = tag.includes('stylesheet') ? 'rel=preload; as=style' : 'rel=modulepreload';
    return `<${address}>; ${how}; crossorigin`;
  });
}

const index = await readFile(join(dist, 'index.html'), 'utf8');
await writeFile(join(dist, 'index.links'), linksOf(index).join(', '));

const names = await readdir(dist, { recursive: true });
for (const name of names.filter((name) => /\.(js|css|html|svg)$/.test(name))) {
  const bytes = await readFile(join(dist, name));
  await writeFile(join(dist, `${name}.br`), await promisify(brotliCompress)(bytes));
  await writeFile(join(dist, `${name}.gz`), await promisify(gzip)(bytes));
}
