import { readdir, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { isExactVersion } from './sdk-version.ts';

/** Folders in which the files of the browser SDK lie. */
export interface SdkFolders {
  /** The build that this service brings along: its files lie in `v1`. */
  readonly builtFolder: string;
  /** One folder for each version that was ever served from this data folder. */
  readonly releasesFolder: string;
  /** False while developing: a version may be built again and replaced, so that no browser may keep it for ever. */
  readonly areReleasesFinal: boolean;
  /** Fetches releases that other instances keep and this one lacks. */
  readonly fetchMissing?: (() => Promise<void>) | undefined;
}

/** A file of the SDK. */
export interface SdkFile {
  readonly path: string;
  /** True if the content of this address never changes. */
  readonly isImmutable: boolean;
}

/** The build puts all files with a hash of their content in the name (`chunks/capture-Bx93kQ2a.js`), and no others, here. */
const hashedFile = /^chunks[\\/][^\\/]+-[A-Za-z0-9_-]{8}\.js(?:\.map)?$/;

/**
 * Finds the file behind an address below `/sdk/`: `v1/…` is the build of this service, `1.4.0/…` that very version. A chunk
 * is looked for in every release: a page that is open while the service is upgraded asks for those of its own entry.
 *
 * @param address percent-encoded, as it was asked for.
 * @returns null when there is none, or when it would lie outside the folders.
 */
export async function findSdkFile(folders: SdkFolders, address: string): Promise<SdkFile | null> {
  const [line = '', ...rest] = decode(address)?.split('/') ?? [];
  const name = rest.join('/');
  const { builtFolder, releasesFolder } = folders;
  if (isExactVersion(line)) {
    const path = await fileWithin(join(releasesFolder, line), name);
    return path === null ? null : { path, isImmutable: folders.areReleasesFinal || hashedFile.test(name) };
  }
  if (line !== 'v1') return null;
  const isImmutable = hashedFile.test(name);
  const path =
    (await fileWithin(join(builtFolder, 'v1'), name)) ??
    (isImmutable ? await fileOfAnyRelease(releasesFolder, name) : null);
  return path === null ? null : { path, isImmutable };
}

async function fileOfAnyRelease(releasesFolder: string, name: string): Promise<string | null> {
  const versions = await readdir(releasesFolder).catch(() => []);
  for (const version of versions.filter(isExactVersion)) {
    const path = await fileWithin(join(releasesFolder, version), name);
    if (path) return path;
  }
  return null;
}

async function fileWithin(folder: string, name: string): Promise<string | null> {
  const path = normalize(join(folder, name));
  if (!path.startsWith(folder + sep)) return null;
  return (await isFile(path)) ? path : null;
}

/** Whether there is a file at a path. */
export async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ?? false;
}

function decode(address: string): string | null {
  try {
    const decoded = decodeURIComponent(address);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null; // no percent-encoded UTF-8: it names nothing
  }
}
