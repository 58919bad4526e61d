import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file in a tar archive, by its own header. */
export interface ArchivedFile {
  readonly name: string;
  readonly content: Buffer;
  readonly sha256: string;
  /** Where its content begins in the archive. */
  readonly at: number;
}

const block = 512;

/** Reads an archive by the format (POSIX.1-1988), not by the library that wrote it. */
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
