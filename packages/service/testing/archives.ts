import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { pack } from 'tar-stream';

/** A file in a tar archive, as its header describes it. */
export interface ArchivedFile {
  readonly name: string;
  readonly content: Buffer;
  readonly sha256: string;
  /** Offset of its content in the archive, in bytes. */
  readonly at: number;
}

const block = 512;

/** Reads an archive by the tar format (POSIX.1-1988), independently of the library that wrote it. */
export function readTar(file: string): ArchivedFile[] {
  const bytes = readFileSync(file);
  const text = (from: number, length: number) =>
    bytes.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const found: ArchivedFile[] = [];
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const prefix = text(at + 345, 155);
    const name = prefix === '' ? text(at, 100) : `${prefix}/${text(at, 100)}`;
    const size = Number.parseInt(text(at + 124, 12), 8);
    const begin = at + block;
    const content = bytes.subarray(begin, begin + size);
    const sha256 = createHash('sha256').update(content).digest('hex');
    found.push({ name, content, sha256, at: begin });
    at = begin + Math.ceil(size / block) * block;
  }
  return found;
}

/** An entry to write: a file, or another type that no backup contains. */
export interface TarEntry {
  readonly name: string;
  readonly content?: Uint8Array;
  readonly type?: 'file' | 'link' | 'symlink' | 'directory' | 'fifo';
  readonly linkname?: string;
}

/** Writes an archive with any entries, as an attacker without the master key could. */
export async function writeTar(file: string, entries: readonly TarEntry[]): Promise<void> {
  const tar = pack();
  for (const { name, content = Buffer.alloc(0), type = 'file', linkname } of entries) {
    tar.entry({ name, type, size: content.byteLength, ...(linkname && { linkname }) }, Buffer.from(content));
  }
  tar.finalize();
  const pieces: Uint8Array[] = [];
  for await (const piece of tar) pieces.push(piece);
  writeFileSync(file, Buffer.concat(pieces));
}

/** Rewrites an archive with other entries. */
export async function rewriteTar(
  file: string,
  edit: (entries: readonly TarEntry[]) => readonly TarEntry[],
): Promise<void> {
  await writeTar(
    file,
    edit(readTar(file).map(({ name, content }) => ({ name, content: Buffer.from(content) }))),
  );
}

/** Flips a bit in the middle of an archived file. */
export function flipBit(file: string, name: string): void {
  const found = readTar(file).find((entry) => entry.name.startsWith(name));
  if (!found) throw new Error(`There is no ${name} in the archive.`);
  const bytes = readFileSync(file);
  bytes[found.at + Math.floor(found.content.byteLength / 2)]! ^= 1;
  writeFileSync(file, bytes);
}
