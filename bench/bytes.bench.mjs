// Bytes of the SDK as a browser would fetch it from a service, file by file: raw, gzip and brotli. The budgets that fail a
// build are in packages/sdk/.size-limit.json.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../packages/sdk/dist/script/', import.meta.url));

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (/\.(js|mjs|css)$/.test(name)) yield path;
  }
}

const rows = [...files(dist)].map((path) => {
  const bytes = readFileSync(path);
  return {
    file: relative(dist, path),
    raw: bytes.length,
    gzip: gzipSync(bytes).length,
    brotli: brotliCompressSync(bytes).length,
  };
});
rows.sort((a, b) => a.file.localeCompare(b.file));
console.table(rows);
