// Bytes of the SDK as a browser fetches it from a service, file by file. The budgets that fail a build are in
// packages/sdk/.size-limit.json.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { report } from './report.mjs';

const dist = fileURLToPath(new URL('../packages/sdk/dist/script/', import.meta.url));

const files = readdirSync(dist, { recursive: true }).filter((name) => /\.(js|mjs|css)$/.test(name));
const rows = files.sort().map((file) => {
  const bytes = readFileSync(join(dist, file));
  return {
    file,
    'raw, bytes': bytes.length,
    'gzip, bytes': gzipSync(bytes).length,
    'brotli, bytes': brotliCompressSync(bytes).length,
  };
});

report({
  title: 'Size of the SDK, file by file',
  measured:
    'Bytes of each file of the script build, as a browser fetches it from a service. A flow loads the chunks that it needs.',
  tables: [{ rows }],
});
