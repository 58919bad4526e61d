import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * Writes `integrity.json` next to the scripts that a service serves: their version, and the hash of each in the form of the
 * `integrity` attribute (W3C Subresource Integrity).
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
 * Hashes the files of a folder and its subfolders.
 *
 * @param {string} folder
 * @param {RegExp} pattern of the included names.
 * @returns {Promise<Record<string, string>>} the hash of each file, by its path within the folder.
 */
export async function hashFiles(folder, pattern) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => pattern.test(name)).sort();
  const files = {};
  for (const name of names) files[name.split(sep).join('/')] = hashOf(await readFile(join(folder, name)));
  return files;
}

/** Returns the hash of bytes or a text in the form of the `integrity` attribute. */
export function hashOf(bytes) {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
