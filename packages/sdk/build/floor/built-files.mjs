import { readdir, readFile } from 'node:fs/promises';

const dist = new URL('../../dist/', import.meta.url);

/**
 * Reads the built scripts by name: all that the service serves, and the entry for npm, whose chunks are the same.
 *
 * @returns {Promise<Record<string, string>>} e.g. `chunks/shell-D95YxxzO.js` → its code.
 */
export async function builtFiles() {
  const folder = new URL('script/v1/', dist);
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.m?js$/.test(name)).sort();
  const addresses = [
    ...names.map((name) => [name, new URL(name, folder)]),
    ['index.js', new URL('npm/index.js', dist)],
  ];
  const files = addresses.map(async ([name, address]) => [name, await readFile(address, 'utf8')]);
  return Object.fromEntries(await Promise.all(files));
}
