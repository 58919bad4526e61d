import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assertMediaRef, isMediaRef } from './media-ref.ts';
import { openSegments, sealSegments } from './media-segments.ts';
import type { MediaStore } from './media-store.ts';

/** One disk block: a smaller probe might still fit on a full disk. */
const probeBytes = 4096;

/**
 * Opens a media store in a directory. Files lie in 256 folders named by the first two characters of their reference, so that no
 * folder grows too large. Unfinished files lie in `incoming/`, never under their final name.
 */
export async function openFileMediaStore(directory: string): Promise<MediaStore> {
  const incoming = join(directory, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await syncDirectory(directory);

  const ensureFolder = createFolderMaker(directory);
  const locate = (ref: string) => {
    assertMediaRef(ref);
    const folder = join(directory, ref.slice(0, 2));
    return { folder, path: join(folder, ref) };
  };

  return {
    async put(ref, bytes, key) {
      const { folder, path } = locate(ref);
      const temporary = join(incoming, randomUUID());
      // Before the first write: a file must not be renamed into a folder that a crash could remove.
      await ensureFolder(folder);
      try {
        await writeDurably(temporary, sealSegments(ref, bytes, key));
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncDirectory(folder);
    },
    async get(ref, key) {
      const sealed = await readIfPresent(locate(ref).path);
      return sealed === null ? null : openSegments(ref, sealed, key);
    },
    async delete(ref) {
      const { folder, path } = locate(ref);
      try {
        await rm(path);
      } catch (error) {
        if (isMissing(error)) {
          return;
        }
        throw error;
      }
      await syncDirectory(folder);
    },
    async *list() {
      for (const folder of await readdir(directory)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        const names = await readdir(join(directory, folder));
        yield names.filter((name) => isMediaRef(name) && name.startsWith(folder));
      }
    },
    putAt: (ref) => modifiedAt(locate(ref).path),
    async probe() {
      const path = join(incoming, randomUUID());
      try {
        await writeDurably(path, [Buffer.alloc(probeBytes)]);
      } finally {
        await rm(path, { force: true });
      }
    },
    async clearUnfinished(before) {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const at = await modifiedAt(path);
        // Null if the upload has finished since the folder was listed.
        if (at !== null && at < before) await rm(path, { force: true });
      }
    },
  };
}

/** Opens a media store in a directory read-only. */
export function viewMedia(directory: string): Pick<MediaStore, 'putAt'> {
  return {
    putAt(ref) {
      assertMediaRef(ref);
      return modifiedAt(join(directory, ref.slice(0, 2), ref));
    },
  };
}

/**
 * Creates folders on demand. A killed process may have left a folder whose creation is not yet on the disk, so each process
 * flushes the directory once for each folder.
 */
function createFolderMaker(directory: string): (folder: string) => Promise<void> {
  const made = new Map<string, Promise<void>>();
  const make = async (folder: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncDirectory(directory);
  };
  return (folder) => {
    const known = made.get(folder);
    if (known) return known;
    const making = make(folder).catch((error: unknown) => {
      made.delete(folder);
      throw error;
    });
    made.set(folder, making);
    return making;
  };
}

async function writeDurably(path: string, parts: Iterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (const part of parts) {
      await file.writeFile(part);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a directory: a new name survives a crash only once its directory is on the disk too. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function readIfPresent(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) {
      return null;
    }
    throw error;
  }
}

async function modifiedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
