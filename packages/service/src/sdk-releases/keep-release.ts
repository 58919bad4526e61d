import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isExactVersion } from './sdk-version.ts';

/** Folders of the kept releases and of the build that the service ships. */
export interface ReleaseFolders {
  /** Folder of the built SDK. Its files lie in `v1`, and `v1/integrity.json` has their hashes. */
  readonly builtFolder: string;
  /** Contains a folder for each version that was ever served from this data folder. */
  readonly releasesFolder: string;
}

/** Options of {@link keepRelease}. */
export interface KeepReleaseOptions extends ReleaseFolders {
  /** Whether another build may replace one of the same version; true only in development. */
  readonly mayReplace: boolean;
}

/**
 * Result of {@link keepRelease}. `conflict`: another build was already released under this version, and pages keep getting it;
 * `absent`: there is no build.
 */
export type KeptRelease =
  | { readonly kind: 'kept' | 'already-kept' | 'replaced' | 'conflict'; readonly version: string }
  | { readonly kind: 'absent' };

/** Prefix of unfinished copies; no version begins with a dot. */
export const unfinished = '.incoming-';

/** Returns the folder of kept releases in a data folder. */
export function releasesFolderIn(dataFolder: string): string {
  return join(dataFolder, 'sdk-releases');
}

/** The built version, compared with the kept one: not kept yet, kept with identical content, or kept with other content. */
export type ComparedRelease =
  | { readonly kind: 'new' | 'already-kept' | 'conflict'; readonly version: string }
  | { readonly kind: 'absent' };

/**
 * Compares the build with the release kept under the same version, without changing anything.
 *
 * @throws if the build has no valid version.
 */
export async function compareRelease({
  builtFolder,
  releasesFolder,
}: ReleaseFolders): Promise<ComparedRelease> {
  const built = await readIntegrity(join(builtFolder, 'v1'));
  if (built === null) return { kind: 'absent' };
  const version: unknown = JSON.parse(built).version;
  if (typeof version !== 'string' || !isExactVersion(version)) {
    throw new Error('The built SDK does not state its version.');
  }
  const kept = await readIntegrity(join(releasesFolder, version));
  if (kept === null) return { kind: 'new', version };
  return { kind: kept === built ? 'already-kept' : 'conflict', version };
}

/**
 * Keeps a copy of the SDK that this service ships. A page that names the exact version can load it as long as the data folder
 * exists, and a page opened before an upgrade can still load its next chunk.
 *
 * @throws if the folder cannot be written, or the build has no valid version.
 */
export async function keepRelease(options: KeepReleaseOptions): Promise<KeptRelease> {
  const { builtFolder, releasesFolder, mayReplace } = options;
  const compared = await compareRelease(options);
  if (compared.kind === 'absent') return compared;
  const { kind, version } = compared;
  await mkdir(releasesFolder, { recursive: true });
  await removeUnfinished(releasesFolder);
  if (kind === 'already-kept') return { kind, version };
  if (kind === 'conflict' && !mayReplace) return { kind, version };
  const release = join(releasesFolder, version);
  const copy = join(releasesFolder, unfinished + randomUUID());
  await copyFolder(join(builtFolder, 'v1'), copy);
  await rm(release, { recursive: true, force: true });
  await rename(copy, release);
  return { kind: kind === 'new' ? 'kept' : 'replaced', version };
}

/** Copies a folder recursively and concurrently: the start waits for it, and `cp` takes three times as long. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const [source, copy] = [join(from, entry.name), join(to, entry.name)];
      return entry.isDirectory() ? copyFolder(source, copy) : copyFile(source, copy);
    }),
  );
}

/** Reads the hashes of all files; two builds with the same hashes are identical. */
async function readIntegrity(folder: string): Promise<string | null> {
  return readFile(join(folder, 'integrity.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function removeUnfinished(releasesFolder: string): Promise<void> {
  for (const name of await readdir(releasesFolder)) {
    if (name.startsWith(unfinished)) await rm(join(releasesFolder, name), { recursive: true, force: true });
  }
}
