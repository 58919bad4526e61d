import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BrokenBundleError, type BundleFile, type BundleStore } from '../bundles/bundle-store.ts';
import { type ListVersion, listVersions, removeVersion } from './list-folder.ts';

const bundleOfList = /^([a-z0-9-]{1,64})\.(\d{1,16})(\.removed)?$/;
/** Prefix of folders for lists that are being downloaded. */
const unfinished = '.incoming-';

/** Ids of the lists that a synchronisation changed or rejected. */
export interface SyncedLists {
  /** Lists whose newer version was downloaded. */
  readonly taken: readonly string[];
  /** Lists that were removed from the folder. */
  readonly removed: readonly string[];
  /** Lists that were rejected because their bundle was changed in the bucket. The folder keeps its own version, if any. */
  readonly broken: readonly string[];
}

/**
 * Synchronises a folder with the lists that all instances share: both get the newest version of each list. A list is removed from
 * the folder only if {@link removeSharedList} has left a mark; a list that is merely missing in the bucket is uploaded again.
 */
export async function syncSharedLists(folder: string, bundles: BundleStore): Promise<SyncedLists> {
  const shared = (await bundles.list()).map(parseBundleName).filter((list) => list !== null);
  const ids = new Set([...shared, ...(await listVersions(folder))].map(({ id }) => id));
  const outcome = { taken: [] as string[], removed: [] as string[], broken: [] as string[] };
  for (const id of ids) {
    try {
      await syncList(folder, bundles, id, shared, outcome);
    } catch (error) {
      if (!(error instanceof BrokenBundleError)) throw error;
      outcome.broken.push(id);
    }
  }
  return outcome;
}

async function syncList(
  folder: string,
  bundles: BundleStore,
  id: string,
  shared: readonly SharedVersion[],
  outcome: { readonly taken: string[]; readonly removed: string[] },
): Promise<void> {
  const own = (await listVersions(folder)).filter((list) => list.id === id);
  const ofId = shared.filter((list) => list.id === id);
  const removedAt = Math.max(0, ...ofId.filter(({ isRemoved }) => isRemoved).map(({ version }) => version));
  // Verifies the mark: without the MAC, write access to the bucket would be enough to remove a list.
  if (removedAt > 0) await bundles.has(removalName(id, removedAt));
  const newest = Math.max(0, ...ofId.filter(({ isRemoved }) => !isRemoved).map(({ version }) => version));
  const newestOwn = Math.max(0, ...own.map(({ version }) => version));
  if (newest > newestOwn && newest > removedAt) {
    if (!(await fetchVersion(folder, bundles, { id, version: newest }))) return;
    outcome.taken.push(id);
    for (const { name } of own) await removeVersion(folder, name);
  } else if (newestOwn > 0 && newestOwn <= removedAt) {
    for (const { name } of own) await removeVersion(folder, name);
    outcome.removed.push(id);
  } else if (newestOwn > newest) {
    const list = { id, version: newestOwn };
    await bundles.publish(
      `${id}.${newestOwn}`,
      listFiles(folder, list, join(folder, `${id}.${newestOwn}.json`)),
    );
  }
}

/** Returns the version that a new one must exceed to take effect, counting removals; 0: the list was never shared. */
export async function lastSharedVersion(bundles: BundleStore, id: string): Promise<number> {
  const versions = (await bundles.list()).map(parseBundleName).filter((list) => list?.id === id);
  return Math.max(0, ...versions.map((list) => list?.version ?? 0));
}

/** Shares a version of a list with all instances. @param description - path of the file that describes it. */
export async function shareList(
  folder: string,
  bundles: BundleStore,
  list: NamedVersion,
  description: string,
): Promise<void> {
  if (!(await bundles.publish(`${list.id}.${list.version}`, listFiles(folder, list, description))))
    throw new Error('The same list is being imported by another process.');
}

/** Removes earlier versions of a list from the bucket after a new one was shared. */
export async function removeEarlierLists(bundles: BundleStore, { id, version }: NamedVersion): Promise<void> {
  for (const name of await bundles.list()) {
    const list = parseBundleName(name);
    if (list?.id === id && !list.isRemoved && list.version < version) await bundles.remove(name);
  }
}

/**
 * Removes a list on all instances.
 *
 * @returns false if no instance shares it.
 */
export async function removeSharedList(bundles: BundleStore, id: string): Promise<boolean> {
  const versions = (await bundles.list()).map(parseBundleName).filter((list) => list?.id === id);
  const kept = versions.filter((list) => list !== null && !list.isRemoved);
  const last = Math.max(0, ...kept.map((list) => list?.version ?? 0));
  if (last === 0) return false;
  await bundles.publish(removalName(id, last), []);
  for (const list of kept) if (list) await bundles.remove(`${id}.${list.version}`);
  return true;
}

type NamedVersion = Pick<ListVersion, 'id' | 'version'>;

/** A bundle: a version of a list, or the mark that the list was removed at that version. */
interface SharedVersion extends NamedVersion {
  readonly isRemoved: boolean;
}

const removalName = (id: string, version: number) => `${id}.${version}.removed`;

function listFiles(folder: string, { id, version }: NamedVersion, description: string): BundleFile[] {
  return [
    { name: `${id}.${version}.db`, path: join(folder, `${id}.${version}.db`) },
    { name: `${id}.${version}.json`, path: description },
  ];
}

function parseBundleName(bundle: string): SharedVersion | null {
  const [, id, version, removal] = bundleOfList.exec(bundle) ?? [];
  return id === undefined ? null : { id, version: Number(version), isRemoved: removal !== undefined };
}

/** Downloads a version. @returns false if the bucket no longer has it. */
async function fetchVersion(folder: string, bundles: BundleStore, list: NamedVersion): Promise<boolean> {
  const incoming = join(folder, unfinished + randomUUID());
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  try {
    if (!(await bundles.fetch(`${list.id}.${list.version}`, incoming))) return false;
    for (const { name } of listFiles(folder, list, '')) {
      await rename(join(incoming, name), join(folder, name));
    }
    return true;
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

/** Removes downloads that a killed process left incomplete. */
export async function removeUnfinishedLists(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(unfinished)) await rm(join(folder, name), { recursive: true, force: true });
}
