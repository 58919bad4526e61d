import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import type { ManifestEntry } from './manifest.ts';

/** Writes an archive entry by entry. */
export interface ArchiveWriter {
  /**
   * Adds a file of exactly `size` bytes, which arrive in pieces.
   *
   * @returns its entry in the manifest.
   */
  add(path: string, size: number, pieces: AsyncIterable<Uint8Array>): Promise<ManifestEntry>;
  /** Completes the archive. Resolves when it is flushed to the disk. */
  finish(): Promise<void>;
}

/** Maximum number of unflushed bytes. More would block other users of the disk. */
const unsyncedBytes = 8 * 1024 * 1024;

/** Creates a writer of an archive in tar format (POSIX.1-1988, ustar). Does not close the file. */
export function createArchiveWriter(file: FileHandle, createdAt: Date): ArchiveWriter {
  const archive = pack();
  let unsynced = 0;
  const disk = new Writable({
    async write(chunk: Uint8Array, _encoding, done) {
      try {
        await file.writeFile(chunk);
        unsynced += chunk.byteLength;
        if (unsynced >= unsyncedBytes) {
          await file.datasync();
          unsynced = 0;
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const written = pipeline(archive, disk);
  // Fails with the error of the archive, such as a full disk, for callers that wait for an entry.
  const failed = written.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});

  return {
    async add(path, size, pieces) {
      const hash = createHash('sha256');
      let bytes = 0;
      const entry = archive.entry({ name: path, size, type: 'file', mode: 0o600, mtime: createdAt });
      const ended = once(entry, 'close');
      ended.catch(() => {});
      for await (const piece of pieces) {
        hash.update(piece);
        bytes += piece.byteLength;
        if (bytes > size) break;
        if (!entry.write(piece)) await Promise.race([once(entry, 'drain'), failed]);
      }
      if (bytes !== size) throw new Error(`${path} changed while it was being read.`);
      entry.end();
      await Promise.race([ended, failed]);
      return { path, size, sha256: hash.digest('hex') };
    },
    async finish() {
      archive.finalize();
      await written;
      await file.sync();
    },
  };
}
