import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Watchlist } from './watchlist.ts';

/** A version of a list is there once its description is: it is put in place last, in one stroke. */
const description = /^([a-z0-9-]{1,64})\.(\d{1,16})\.json$/;

/** Folder of the lists in a data folder. */
export function watchlistFolder(dataFolder: string): string {
  return join(dataFolder, 'lists');
}

/** Returns the newest version of each list in a folder, by its id. None if there is no folder. */
export async function listWatchlists(folder: string): Promise<Watchlist[]> {
  const newest = new Map<string, { version: number; name: string }>();
  for (const { id, version, name } of await listVersions(folder)) {
    if (version >= (newest.get(id)?.version ?? 0)) newest.set(id, { version, name });
  }
  const lists: Watchlist[] = [];
  for (const [id, { name, version }] of [...newest].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kept = JSON.parse(await readFile(join(folder, name), 'utf8')) as Omit<
      Watchlist,
      'id' | 'version' | 'file'
    >;
    lists.push({ ...kept, id, version, file: join(folder, name.replace(/json$/, 'db')) });
  }
  return lists;
}

/** Shares a version with other instances before it replaces the previous one in the folder. */
export type PublishList = (
  version: Pick<ListVersion, 'id' | 'version'>,
  description: string,
) => Promise<void>;

/** The ids of the lists in a folder. */
export async function watchlistIds(folder: string): Promise<string[]> {
  return [...new Set((await listVersions(folder)).map(({ id }) => id))].sort();
}

/** A version has far fewer people or names than the one before: a file that was cut, or another one than was meant. */
export class ShrunkListError extends Error {
  override readonly name = 'ShrunkListError';
}

/** Lists lose less than this share of their people and names between two versions. */
const mostLostShare = 0.1;
/** Entries that a short list may lose without counting as truncated. */
const fewLost = 2;

function lossOf(before: Counts, after: Counts): string | null {
  for (const [kind, words] of [
    ['entries', 'people'],
    ['names', 'names'],
  ] as const) {
    const lost = before[kind] - after[kind];
    if (lost > fewLost && lost > before[kind] * mostLostShare)
      return `It would have ${after[kind]} ${words} in place of ${before[kind]}.`;
  }
  return null;
}

type Counts = Pick<Watchlist, 'entries' | 'names'>;

/**
 * Puts a new version of a list in place of the one before, in one stroke: whoever looks finds the one or the other, whole.
 *
 * @param write - writes the names to a new file and says how many there are, and when the list was made. When it throws, nothing
 *   has changed.
 * @param options.mayShrink - whether the new version may have far fewer people or names than the one before.
 * @param options.publish - called with the path of the description. When it throws, nothing has changed.
 * @throws {ShrunkListError} when it has, and may not. Nothing has changed then.
 */
export async function replaceWatchlist(
  folder: string,
  about: Pick<Watchlist, 'id' | 'format' | 'source' | 'importedAt'>,
  write: (file: string) => Promise<Counts & Pick<Watchlist, 'publishedAt'>>,
  { mayShrink, publish }: { readonly mayShrink: boolean; readonly publish?: PublishList | undefined },
): Promise<Watchlist> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { id, ...described } = about;
  const before = (await listVersions(folder)).filter((version) => version.id === id);
  const current = mayShrink ? undefined : (await listWatchlists(folder)).find((list) => list.id === id);
  const version = Math.max(about.importedAt, ...before.map((earlier) => earlier.version + 1));
  const file = join(folder, `${id}.${version}.db`);
  const draft = join(folder, `${id}.${version}.draft`);
  try {
    const counts = await write(file);
    const loss = current ? lossOf(current, counts) : null;
    if (loss !== null) throw new ShrunkListError(loss);
    await writeFile(draft, JSON.stringify({ ...described, ...counts }), { mode: 0o600 });
    for (const path of [file, draft, folder]) await syncToDisk(path);
    await publish?.({ id, version }, draft);
    await rename(draft, join(folder, `${id}.${version}.json`));
    for (const earlier of before) await removeVersion(folder, earlier.name);
    return { ...about, ...counts, version, file };
  } catch (error) {
    await Promise.all([file, draft].map((path) => rm(path, { force: true })));
    throw error;
  }
}

/** @returns false if there is no such list. */
export async function removeWatchlist(folder: string, id: string): Promise<boolean> {
  const versions = (await listVersions(folder)).filter((version) => version.id === id);
  for (const { name } of versions) await removeVersion(folder, name);
  return versions.length > 0;
}

/** One version of a list in a folder. */
export interface ListVersion {
  readonly id: string;
  readonly version: number;
  /** Name of its description in the folder. */
  readonly name: string;
}

/** Returns all versions of all lists in a folder. None if there is no folder. */
export async function listVersions(folder: string): Promise<ListVersion[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => {
    const [, id, version] = description.exec(name) ?? [];
    return id === undefined ? [] : [{ id, version: Number(version), name }];
  });
}

/** Removes a version: the description first, since names without one are no list. @param name - of its description. */
export async function removeVersion(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  await rm(join(folder, name.replace(/json$/, 'db')), { force: true });
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
