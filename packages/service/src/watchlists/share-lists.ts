import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BrokenBundleError, type BundleFile, type BundleStore } from '../bundles/bundle-store.ts';
import { type ListVersion, listVersions, removeVersion } from './list-folder.ts';

/** Empty bundle that says that the bundles are the lists of all instances, and no longer each folder its own. */
const begun = 'begun';
/** A list that is being fetched. */
const unfinished = '.incoming-';
const bundleOfList = /^([a-z0-9-]{1,64})\.(\d{1,16})$/;

/** Ids of the lists that taking over changed. */
export interface ListsTaken {
  readonly taken: readonly string[];
  readonly removed: readonly string[];
  /** Changed by somebody else in the bucket: the folder keeps its own version, if it has one. */
  readonly broken: readonly string[];
}

/**
 * Makes the lists of a folder those that all instances share. The first folder ever gives its own lists instead.
 */
export async function takeSharedLists(folder: string, bundles: BundleStore): Promise<ListsTaken> {
  const shared = await bundles.list();
  if (!shared.includes(begun)) {
    await giveLists(folder, bundles);
    return { taken: [], removed: [], broken: [] };
  }
  const newest = newestOf(shared);
  const before = await listVersions(folder);
  const [taken, broken]: [string[], string[]] = [[], []];
  for (const list of newest) {
    if (before.some((one) => isSame(one, list))) continue;
    try {
      if (await fetchVersion(folder, bundles, list)) taken.push(list.id);
    } catch (error) {
      if (!(error instanceof BrokenBundleError)) throw error;
      broken.push(list.id);
    }
  }
  const removed = new Set<string>();
  const own = await listVersions(folder);
  for (const list of own) {
    const current = newest.find(({ id }) => id === list.id);
    if (current === undefined) removed.add(list.id);
    // Kept while the version that replaces it could not be fetched.
    const isReplaced = current && !isSame(current, list) && own.some((one) => isSame(one, current));
    if (current === undefined || isReplaced) await removeVersion(folder, list.name);
  }
  return { taken, removed: [...removed], broken };
}

/** Gives a version of a list to all instances. @param description - path of the file that describes it. */
export async function shareList(
  folder: string,
  bundles: BundleStore,
  list: NamedVersion,
  description: string,
): Promise<void> {
  if (!(await bundles.publish(`${list.id}.${list.version}`, filesOf(folder, list, description))))
    throw new Error('The same list is being imported by somebody else.');
}

/** Removes versions of a list from what all instances share. @param kept - version that stays; null: none. */
export async function removeSharedList(
  bundles: BundleStore,
  id: string,
  kept: number | null,
): Promise<boolean> {
  let isRemoved = false;
  for (const name of await bundles.list()) {
    const list = versionOf(name);
    if (list?.id !== id || list.version === kept) continue;
    await bundles.remove(name);
    isRemoved = true;
  }
  return isRemoved;
}

type NamedVersion = Pick<ListVersion, 'id' | 'version'>;

const isSame = (one: NamedVersion, other: NamedVersion) =>
  one.id === other.id && one.version === other.version;

async function giveLists(folder: string, bundles: BundleStore): Promise<void> {
  for (const list of await listVersions(folder))
    await bundles.publish(`${list.id}.${list.version}`, filesOf(folder, list, join(folder, list.name)));
  await bundles.publish(begun, []);
}

function filesOf(folder: string, { id, version }: NamedVersion, description: string): BundleFile[] {
  return [
    { name: `${id}.${version}.db`, path: join(folder, `${id}.${version}.db`) },
    { name: `${id}.${version}.json`, path: description },
  ];
}

function versionOf(bundle: string): NamedVersion | null {
  const [, id, version] = bundleOfList.exec(bundle) ?? [];
  return id === undefined ? null : { id, version: Number(version) };
}

function newestOf(bundleNames: readonly string[]): NamedVersion[] {
  const newest = new Map<string, number>();
  for (const { id, version } of bundleNames.map(versionOf).filter((list) => list !== null))
    newest.set(id, Math.max(version, newest.get(id) ?? 0));
  return [...newest].map(([id, version]) => ({ id, version }));
}

/** @returns false when it was replaced meanwhile. */
async function fetchVersion(folder: string, bundles: BundleStore, list: NamedVersion): Promise<boolean> {
  const incoming = join(folder, unfinished + randomUUID());
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  try {
    if (!(await bundles.fetch(`${list.id}.${list.version}`, incoming))) return false;
    for (const { name } of filesOf(folder, list, '')) {
      await rename(join(incoming, name), join(folder, name));
    }
    return true;
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

/** Removes lists that a process did not finish to fetch. */
export async function removeUnfinishedLists(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(unfinished)) await rm(join(folder, name), { recursive: true, force: true });
}
