import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/**
 * Writes compressed versions next to every script, source map and list of a folder, for a service that serves them as they are.
 */
export async function compressFiles(folder) {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((name) => /\.(m?js|map|json)$/.test(name))) {
    const bytes = await readFile(join(folder, name));
    await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes));
    await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes));
  }
}
