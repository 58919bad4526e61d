import { readdir } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { anchorName } from '../audit/integrity-anchor.ts';
import { isMediaRef } from '../media/media-ref.ts';
import type { Environment } from '../settings/environment.ts';

/** File that proves which master key opens the data. In an archive, it precedes everything that needs the key. */
export const proofName = 'master.key.proof';
export const databaseName = 'service.db';

/** Files beside the database that commands and starts of the service read. */
const noteNames = ['settings.json', 'untrusted-proxies.json'];
/** Files with proofs under the master key. */
const sealNames = [proofName, anchorName];
/** Folders that are part of a backup with all their files. */
const wholeFolders = ['lists', 'sdk-releases'];
/** Usual end of the name of a list of networks. A setting can name a file with any name, but a backup contains only these. */
const networkList = /\.mmdb$/;

/** Returns the path of media in an archive. */
export function mediaPath(ref: string): string {
  return `media/${ref.slice(0, 2)}/${ref}`;
}

/** Returns the reference of the media at a path; null if the path is not one of media. */
export function mediaRefOf(path: string): string | null {
  const ref = path.split('/').at(-1) ?? '';
  return isMediaRef(ref) && path === mediaPath(ref) ? ref : null;
}

/** Lists the files of a data folder, except database, media and proofs under the master key, as paths in an archive. */
export async function listDataFiles({
  dataFolder,
  networkLists,
}: Pick<Environment, 'dataFolder' | 'networkLists'>): Promise<string[]> {
  const found: string[] = [];
  const names = await readdir(dataFolder);
  found.push(...noteNames.filter((name) => names.includes(name)));
  for (const folder of wholeFolders) {
    if (!names.includes(folder)) continue;
    const files = await filesIn(dataFolder, folder);
    found.push(...(folder === 'lists' ? wholeVersions(files) : files));
  }
  for (const path of namedLists({ dataFolder, networkLists }))
    if (isDataPath(path) && !found.includes(path)) found.push(path);
  return found;
}

/** Returns the network lists in a data folder that settings name, as paths in an archive. */
function namedLists({
  dataFolder,
  networkLists,
}: Pick<Environment, 'dataFolder' | 'networkLists'>): string[] {
  return Object.values(networkLists)
    .filter((list) => list !== null)
    .map((list) => relative(dataFolder, list).split(sep).join('/'))
    .filter((path) => path !== '' && !isAbsolute(path) && !path.startsWith('../'));
}

/**
 * Lists network lists in a data folder that a backup does not contain, as paths in an archive: no setting names them, or a
 * backup cannot contain files of that name.
 */
export async function findLeftOutLists(
  environment: Pick<Environment, 'dataFolder' | 'networkLists'>,
): Promise<string[]> {
  const { dataFolder } = environment;
  const named = await listDataFiles(environment);
  const entries = await readdir(dataFolder, { withFileTypes: true });
  const folders = entries.filter(
    (entry) => entry.isDirectory() && entry.name !== 'media' && !wholeFolders.includes(entry.name),
  );
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  for (const { name } of folders) files.push(...(await filesIn(dataFolder, name)));
  const unnamed = files.filter((path) => networkList.test(path) && isDataPath(path) && !named.includes(path));
  return [...unnamed, ...namedLists(environment).filter((path) => !isDataPath(path))].sort();
}

/**
 * Returns whether a path may be restored into a data folder: it is relative, has no `..`, and is of a kind that backups
 * contain. So an archive can neither write outside the folder nor replace a key or a purge journal.
 */
export function isDataPath(path: string): boolean {
  const parts = path.split('/');
  if (parts.some((part) => !/^[\w@+-][\w.@+ -]*$/.test(part))) return false;
  const [first = ''] = parts;
  if (parts.length === 1)
    return (
      path === databaseName || sealNames.includes(path) || noteNames.includes(path) || networkList.test(path)
    );
  if (first === 'media') return mediaRefOf(path) !== null;
  return wholeFolders.includes(first) || networkList.test(path);
}

/** Leaves out files that an import is still writing. A version of a list is complete once its description exists. */
function wholeVersions(files: readonly string[]): string[] {
  return files.filter(
    (path) => files.includes(path.replace(/\.[\w-]+$/, '.json')) && /\.(db|json)$/.test(path),
  );
}

async function filesIn(dataFolder: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataFolder, folder), { recursive: true, withFileTypes: true });
  return (
    entries
      // Skips links, which would add files from elsewhere.
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(dataFolder, join(parentPath, name)).split(sep).join('/'))
      // Skips drafts of unfinished versions.
      .filter((path) => isDataPath(path) && !path.endsWith('.draft'))
      .sort()
  );
}
