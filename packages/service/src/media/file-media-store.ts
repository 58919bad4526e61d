import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assertMediaRef, isMediaRef } from './media-ref.ts';
import { openSegments, sealSegments } from './media-segments.ts';
import type { MediaStore } from './media-store.ts';

/** A block of the disk: a smaller probe might fit on a full disk. */
const probeBytes = 4096;

/**
 * A media store in a directory. Files lie in 256 folders by the start of their reference, so that no folder grows too
 * large; unfinished ones lie in `incoming/` and never under their own name.
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
      // Before anything is written: a file must not be named into a folder that a crash could take.
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
        // Its upload may have finished in between.
        if (at !== null && at < before) await rm(path, { force: true });
      }
    },
  };
}

/** A media store in a directory, to be looked at alone: nothing is made or changed. */
export function viewMedia(directory: string): Pick<MediaStore, 'putAt'> {
  return {
    putAt(ref) {
      assertMediaRef(ref);
      return modifiedAt(join(directory, ref.slice(0, 2), ref));
    },
  };
}

/**
 * Creates folders when they are first needed. An existing folder may not be on the disk yet, if it was left by a killed process,
 * so the directory is flushed once for each folder and process.
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

/** A new name survives a crash only once its directory is on the disk too. */
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
