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
   * Adds a file of exactly `size` bytes, which arrive in chunks.
   *
   * @returns its entry in the manifest.
   */
  add(path: string, size: number, pieces: AsyncIterable<Uint8Array>): Promise<ManifestEntry>;
  /** Completes the archive. Resolves when it is flushed to the disk. */
  finish(): Promise<void>;
}

/** Bytes that may be unflushed. More would block other users of the disk. */
const unsyncedBytes = 8 * 1024 * 1024;

/** Writes an archive in the format of tar (POSIX.1-1988, ustar) into a file. The handle stays open. */
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
  // Callers that wait for an entry must also get the error of a full disk.
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
      if (bytes !== size) throw new Error(`${path} changed while it was read.`);
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
