// Bytes that a browser fetches from a service, file by file: the SDK and the Admin Panel. Budgets that fail a build are in
// packages/sdk/.size-limit.mjs and packages/admin/.size-limit.json.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { report } from './report.mjs';

/** Returns a row for each built file of a folder. */
function bytesIn(folder) {
  const dist = fileURLToPath(new URL(`../packages/${folder}/`, import.meta.url));
  const files = readdirSync(dist, { recursive: true }).filter((name) => /\.(js|mjs|css|html)$/.test(name));
  return files.sort().map((file) => {
    const bytes = readFileSync(join(dist, file));
    return {
      file,
      'raw, bytes': bytes.length,
      'gzip, bytes': gzipSync(bytes).length,
      'brotli, bytes': brotliCompressSync(bytes).length,
    };
  });
}

report({
  title: 'Size of the SDK and of the Admin Panel, file by file',
  measured:
    'Bytes of each file of the script build and of the panel, as a browser fetches it from a service. A flow loads the chunks that it needs; the panel loads `run-screen` when a run is first opened.',
  tables: [
    { caption: 'SDK', rows: bytesIn('sdk/dist/script') },
    { caption: 'Admin Panel', rows: bytesIn('admin/dist') },
  ],
});
