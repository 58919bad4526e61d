// npm run build: builds the panel as the service serves it at /admin: index.html, and hashed files with their compressed
// copies.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';

// Always production, even if a test runs the build, so that the files are the same.
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
      // The panel, and the page in its preview frame, which shows the flow with the branding.
      input: {
        index: join(root, 'index.html'),
        preview: join(root, 'preview.html'),
      },
    },
    emptyOutDir: true,
    target: ['es2022', 'safari16'],
    // The page's policy allows only addresses of the service, so no file may become a `data:` URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: 'hidden',
  },
});

/**
 * Returns the `Link` header of the page, so that browsers request its files before they have read the page. The page's tags
 * name the same files, so each is requested once.
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
