import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';

/** File in a draft that lists what is moved. No archive contains it, because the names of its files begin with no dot. */
const listName = '.moving';

/**
 * Stores which files and folders a restore moves from its draft into the data folder. Called before the first of them is moved,
 * so that a later restore recognizes what a killed one moved.
 */
export function storeNamesToMove(draft: string, names: readonly string[]): void {
  writePrivateFile(join(draft, listName), JSON.stringify(names));
}

/**
 * Returns the stored names of files and folders that are no longer in the draft, because a restore moved them. The restore
 * deletes them, so a damaged list counts as empty, and paths that leave the folder are ignored.
 */
export function findMovedNames(draft: string): string[] {
  const text = readPrivateFile(join(draft, listName));
  if (text === null) return [];
  const left = readdirSync(draft);
  return parseNames(text).filter((name) => !left.includes(name));
}

function parseNames(text: string): string[] {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names.filter(isPlainName) : [];
  } catch {
    return [];
  }
}

function isPlainName(name: unknown): name is string {
  return typeof name === 'string' && !['', '.', '..'].includes(name) && basename(name) === name;
}
