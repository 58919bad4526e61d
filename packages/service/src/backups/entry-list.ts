import { open } from 'node:fs/promises';
import type { ManifestEntry } from './manifest.ts';

/**
 * A list of files in the form of a manifest. It is kept on disk, because the list of a large data folder does not fit into
 * memory.
 */
export interface EntryList {
  readonly files: number;
  readonly bytes: number;
  add(entry: ManifestEntry): Promise<void>;
  /** Reads the entries in pieces. */
  read(): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

const pieceBytes = 256 * 1024;

/** Creates an empty list in a new file. */
export async function createEntryList(path: string): Promise<EntryList> {
  const file = await open(path, 'wx+', 0o600);
  let [files, bytes, written, unwritten] = [0, 0, 0, ''];
  const flush = async () => {
    const buffer = Buffer.from(unwritten, 'utf8');
    unwritten = '';
    await file.write(buffer, 0, buffer.byteLength, written);
    written += buffer.byteLength;
  };
  return {
    get files() {
      return files;
    },
    get bytes() {
      return bytes;
    },
    async add(entry) {
      const line = lineOfEntry(entry);
      files += 1;
      bytes += Buffer.byteLength(line);
      unwritten += line;
      if (unwritten.length >= pieceBytes) await flush();
    },
    async *read() {
      await flush();
      for (let at = 0; at < written; ) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at);
        if (bytesRead === 0) throw new Error(`${path} was truncated while it was being read.`);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    close: () => file.close(),
  };
}

/** Formats a file as a line of a manifest. */
function lineOfEntry({ path, size, sha256 }: ManifestEntry): string {
  return `${JSON.stringify({ path, size, sha256 })}\n`;
}
