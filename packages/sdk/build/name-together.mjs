import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Gives some chunks a common hash in their names, computed from the contents of all of them: `chunks/de-Bx93kQ2a.js`,
 * `chunks/en-Bx93kQ2a.js`. Code that names all of them then compresses well; fourteen hashes cost an entry 150 bytes. A name
 * still identifies one content: the other chunks, which may name one of them, get their own hash combined with the common one.
 *
 * @param {string} folder of the build.
 * @param {readonly string[]} names of the chunks.
 * @returns {Promise<string>} the hash.
 */
export async function nameTogether(folder, names) {
  const files = await readdir(folder, { recursive: true });
  const ownName = new RegExp(`^chunks/((?:${names.join('|')})-)([\\w-]{8})\\.js$`);
  const found = files.map((file) => ownName.exec(file.replaceAll('\\', '/'))).filter(Boolean);
  if (found.length !== names.length)
    throw new Error(`Of ${names} only ${found.map(([file]) => file)} are chunks.`);
  const digest = createHash('sha256');
  for (const [file] of found.sort(([a], [b]) => (a < b ? -1 : 1)))
    digest.update(await readFile(join(folder, file)));
  const hash = digest.digest('base64url').slice(0, HASH_LENGTH);
  const together = new Set(found.map(([file]) => file));
  const others = files.map((file) => anyChunk.exec(file.replaceAll('\\', '/'))).filter(Boolean);
  const changes = others.map(([file, name, old]) => [
    `${name}${old}.js`,
    `${name}${together.has(file) ? hash : digestOf(old + hash)}.js`,
  ]);
  const renamed = (text) => changes.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  for (const file of files.filter((name) => /\.(m?js|map)$/.test(name))) {
    const text = await readFile(join(folder, file), 'utf8');
    const changed = renamed(text);
    if (changed !== text) await writeFile(join(folder, file), changed);
    if (renamed(file) !== file) await rename(join(folder, file), join(folder, renamed(file)));
  }
  return hash;
}

const HASH_LENGTH = 8;
const anyChunk = /^chunks\/(.+-)([\w-]{8})\.js$/;
const digestOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);
