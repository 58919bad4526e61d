import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * Writes `integrity.json` beside the scripts that a service hands out: which version they are, and the hash of each as the
 * `integrity` attribute takes it (W3C Subresource Integrity).
 *
 * @param {string} folder of the scripts.
 * @param {string} version
 * @returns {Promise<Record<string, string>>} the hash of each file, by its path within the folder.
 */
export async function writeIntegrity(folder, version) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.m?js$/.test(name)).sort();
  const files = {};
  for (const name of names) files[name.split(sep).join('/')] = hashOf(await readFile(join(folder, name)));
  await writeFile(join(folder, 'integrity.json'), `${JSON.stringify({ version, files }, null, 2)}\n`);
  return files;
}

function hashOf(bytes) {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
