import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.map': 'application/json',
};

/** A file as a server of pages hands it out. */
export interface ServedFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Reads the file that a folder has at a path of an address. @throws when the folder has none. */
export async function readServedFile(folder: string, pathname: string): Promise<ServedFile> {
  const path = normalize(join(folder, decodeURIComponent(pathname)));
  if (!path.startsWith(folder + sep)) throw new Error('outside');
  const type = contentTypes[extname(path)] ?? 'application/octet-stream';
  return { headers: { 'content-type': type }, body: await readFile(path) };
}
