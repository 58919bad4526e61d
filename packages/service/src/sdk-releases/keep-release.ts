import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isExactVersion } from './sdk-version.ts';

/** Folder of the kept releases, and the one that the service brings along. */
export interface ReleaseFolders {
  /** The folder of the built SDK: its files lie in `v1`, with the hash of each in `v1/integrity.json`. */
  readonly builtFolder: string;
  /** One folder for each version that was ever served from this data folder. */
  readonly releasesFolder: string;
}

/** Options of {@link keepRelease}. */
export interface KeepReleaseOptions extends ReleaseFolders {
  /** Whether another build may take the place of one of the same version: while developing. */
  readonly mayReplace: boolean;
}

/**
 * Outcome of keeping the build. `conflict`: another build of this version was released before, and is what pages go on to get
 * under the exact version; `absent`: there is no build.
 */
export type KeptRelease =
  | { readonly kind: 'kept' | 'already-kept' | 'replaced' | 'conflict'; readonly version: string }
  | { readonly kind: 'absent' };

/** An unfinished copy: no version begins with a dot. */
export const unfinished = '.incoming-';

/** The folder of a data folder that releases are kept in. */
export function releasesFolderIn(dataFolder: string): string {
  return join(dataFolder, 'sdk-releases');
}

/** The built version, and whether the folder keeps it: not yet, as it is built, or as another build. */
export type ComparedRelease =
  | { readonly kind: 'new' | 'already-kept' | 'conflict'; readonly version: string }
  | { readonly kind: 'absent' };

/**
 * Compares the build with the release kept under the same version. Changes nothing.
 *
 * @throws when the build describes itself in a way that cannot be understood.
 */
export async function compareRelease({
  builtFolder,
  releasesFolder,
}: ReleaseFolders): Promise<ComparedRelease> {
  const built = await readIntegrity(join(builtFolder, 'v1'));
  if (built === null) return { kind: 'absent' };
  const version: unknown = JSON.parse(built).version;
  if (typeof version !== 'string' || !isExactVersion(version)) {
    throw new Error('The built SDK does not say which version it is.');
  }
  const kept = await readIntegrity(join(releasesFolder, version));
  if (kept === null) return { kind: 'new', version };
  return { kind: kept === built ? 'already-kept' : 'conflict', version };
}

/**
 * Keeps a copy of the SDK that this service brings along. A page that named the exact version finds it for as long as the
 * data folder lives, and so does a page that was opened before an upgrade and asks for its next chunk after it.
 *
 * @throws when the folder cannot be written, or the build describes itself in a way that cannot be understood.
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

/** Copies a folder of files and folders, all at once: the service answers when it is done, and `cp` takes thrice the time. */
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

/** Names the hash of every file: two builds are the same when it is. */
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
