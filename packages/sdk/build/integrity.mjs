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
  const files = await hashFiles(folder, /\.m?js$/);
  await writeFile(join(folder, 'integrity.json'), `${JSON.stringify({ version, files }, null, 2)}\n`);
  return files;
}

/**
 * Hashes the files of a folder, and of those in it.
 *
 * @param {string} folder
 * @param {RegExp} pattern of the names that count.
 * @returns {Promise<Record<string, string>>} the hash of each file, by its path within the folder.
 */
export async function hashFiles(folder, pattern) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => pattern.test(name)).sort();
  const files = {};
  for (const name of names) files[name.split(sep).join('/')] = hashOf(await readFile(join(folder, name)));
  return files;
}

/** The hash of some bytes, or of a text, as the `integrity` attribute takes it. */
export function hashOf(bytes) {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
