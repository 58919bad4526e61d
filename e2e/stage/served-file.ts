import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.map': 'application/json',
};

/** A file as a web server sends it. */
export interface ServedFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Reads the file of a folder at the path of a URL.
 *
 * @throws if the folder has no such file.
 */
export async function readServedFile(folder: string, pathname: string): Promise<ServedFile> {
  const path = normalize(join(folder, decodeURIComponent(pathname)));
  if (!path.startsWith(folder + sep)) throw new Error('outside');
  const type = contentTypes[extname(path)] ?? 'application/octet-stream';
  return { headers: { 'content-type': type }, body: await readFile(path) };
}
