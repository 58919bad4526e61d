import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Watchlist } from './watchlist.ts';

/** Name of a version's description. A version exists once its description is renamed to this name, as the last step. */
const description = /^([a-z0-9-]{1,64})\.(\d{1,16})\.json$/;

/** Returns the folder of the lists in a data folder. */
export function watchlistFolder(dataFolder: string): string {
  return join(dataFolder, 'lists');
}

/** Returns the newest version of each list in a folder, ordered by list id; empty if there is no folder. */
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

/** Returns the ids of the lists in a folder. */
export async function watchlistIds(folder: string): Promise<string[]> {
  return [...new Set((await listVersions(folder)).map(({ id }) => id))].sort();
}

/** Thrown if a version has far fewer people or names than the previous one, probably a truncated or wrong file. */
export class ShrunkListError extends Error {
  override readonly name = 'ShrunkListError';
}

/** Maximum share of people or names that a list usually loses between two versions. */
const maxLostShare = 0.1;
/** Number of entries that a list of any size may lose. */
const toleratedLoss = 2;

function describeLoss(before: Counts, after: Counts): string | null {
  for (const [kind, words] of [
    ['entries', 'people'],
    ['names', 'names'],
  ] as const) {
    const lost = before[kind] - after[kind];
    if (lost > toleratedLoss && lost > before[kind] * maxLostShare)
      return `It would have ${after[kind]} ${words} in place of ${before[kind]}.`;
  }
  return null;
}

type Counts = Pick<Watchlist, 'entries' | 'names'>;

/**
 * Replaces a list with a new version atomically: a reader finds either the whole old or the whole new version. If it throws,
 * nothing has changed.
 *
 * @param write - writes the names to a new file; returns their numbers and when the list was published.
 * @param options.mayShrink - whether the new version may have far fewer people or names than the previous one.
 * @param options.publish - called with the path of the description before the version takes effect.
 * @throws {ShrunkListError} if the new version has far fewer, and may not.
 */
export async function replaceWatchlist(
  folder: string,
  about: Pick<Watchlist, 'id' | 'format' | 'source' | 'importedAt'>,
  write: (file: string) => Promise<Counts & Pick<Watchlist, 'publishedAt' | 'scripts'>>,
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
    const loss = current ? describeLoss(current, counts) : null;
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

/** Removes a list. @returns false if there is no such list. */
export async function removeWatchlist(folder: string, id: string): Promise<boolean> {
  const versions = (await listVersions(folder)).filter((version) => version.id === id);
  for (const { name } of versions) await removeVersion(folder, name);
  return versions.length > 0;
}

/** A version of a list in a folder. */
export interface ListVersion {
  readonly id: string;
  readonly version: number;
  /** File name of its description. */
  readonly name: string;
}

/** Returns all versions of all lists in a folder; empty if there is no folder. */
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

/**
 * Removes a version: the description first, since a file of names without one is not a list. @param name - file name of the
 * description.
 */
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
