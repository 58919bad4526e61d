import { readdir, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { isExactVersion } from './sdk-version.ts';

/** Folders with the files of the browser SDK. */
export interface SdkFolders {
  /** Build that this service ships; its files lie in `v1`. */
  readonly builtFolder: string;
  /** Contains a folder for each version that was ever served from this data folder. */
  readonly releasesFolder: string;
  /** False in development: a version may be rebuilt and replaced, so browsers must not cache it forever. */
  readonly areReleasesFinal: boolean;
  /** Fetches releases that other instances have and this one lacks. */
  readonly fetchMissing?: (() => Promise<void>) | undefined;
}

/** A file of the SDK. */
export interface SdkFile {
  readonly path: string;
  /** Whether the content at this address never changes. */
  readonly isImmutable: boolean;
}

/**
 * Names with a hash of the content (`chunks/capture-Bx93kQ2a.js`). The build puts all of them, and nothing else, into `chunks`.
 */
const hashedFile = /^chunks[\\/][^\\/]+-[A-Za-z0-9_-]{8}\.js(?:\.map)?$/;

/**
 * Finds the file for an address below `/sdk/`: `v1/…` is the build of this service, `1.4.0/…` exactly that version. Chunks are
 * searched in every release: a page that is open during an upgrade requests the chunks of its own entry.
 *
 * @param address - percent-encoded, as requested.
 * @returns null if there is no such file, or it would lie outside the folders.
 */
export async function findSdkFile(folders: SdkFolders, address: string): Promise<SdkFile | null> {
  const [line = '', ...rest] = decode(address)?.split('/') ?? [];
  const name = rest.join('/');
  const { builtFolder, releasesFolder } = folders;
  if (isExactVersion(line)) {
    const path = await findWithin(join(releasesFolder, line), name);
    return path === null ? null : { path, isImmutable: folders.areReleasesFinal || hashedFile.test(name) };
  }
  if (line !== 'v1') return null;
  const isImmutable = hashedFile.test(name);
  const path =
    (await findWithin(join(builtFolder, 'v1'), name)) ??
    (isImmutable ? await findInReleases(releasesFolder, name) : null);
  return path === null ? null : { path, isImmutable };
}

async function findInReleases(releasesFolder: string, name: string): Promise<string | null> {
  const versions = await readdir(releasesFolder).catch(() => []);
  for (const version of versions.filter(isExactVersion)) {
    const path = await findWithin(join(releasesFolder, version), name);
    if (path) return path;
  }
  return null;
}

async function findWithin(folder: string, name: string): Promise<string | null> {
  const path = normalize(join(folder, name));
  if (!path.startsWith(folder + sep)) return null;
  return (await isFile(path)) ? path : null;
}

/** Returns whether a path is a file. */
export async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ?? false;
}

function decode(address: string): string | null {
  try {
    const decoded = decodeURIComponent(address);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null; // not valid percent-encoded UTF-8
  }
}
