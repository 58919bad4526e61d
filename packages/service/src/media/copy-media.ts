import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMediaRef } from './media-ref.ts';
import type { Bucket, BucketObject } from './s3/bucket.ts';
import { bucketConnections } from './s3/media-bucket.ts';

/** Result of copying the media of a folder into a bucket. */
export interface CopiedMedia {
  readonly files: number;
  readonly bytes: number;
  /** Number of media that had to be sent. */
  readonly sent: number;
}

/** Thrown if a bucket stored an object differently than it was sent. */
export class MediaDifferError extends Error {
  override readonly name = 'MediaDifferError';
}

/** Lists the references of the media in a directory, by folder name. */
export async function listMediaFiles(directory: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const folders = new Map<string, readonly string[]>();
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const folder of names.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
    const files = await readdir(join(directory, folder));
    folders.set(
      folder,
      files.filter((name) => isMediaRef(name) && name.startsWith(folder)),
    );
  }
  return folders;
}

/**
 * Copies encrypted media into a bucket unchanged: they are bound to their reference, not to their place. Skips objects that are
 * already equal, and verifies each object that it sends.
 *
 * @param onFile - called after each file; the copy ends if it throws.
 * @throws {MediaDifferError} if the bucket stored an object differently.
 */
export async function copyMedia(
  directory: string,
  folders: ReadonlyMap<string, readonly string[]>,
  bucket: Bucket,
  onFile: () => void,
): Promise<CopiedMedia> {
  let [files, bytes, sent] = [0, 0, 0];
  for (const [folder, refs] of folders) {
    if (refs.length === 0) continue;
    const start = `media/${folder}/`;
    const before = await listObjects(bucket, start);
    const unverified: { key: string; path: string }[] = [];
    await forEachConcurrently(refs, async (ref) => {
      const [key, path] = [`${start}${ref}`, join(directory, folder, ref)];
      const content = await readFile(path);
      if (!(await isEqual(bucket, before.get(key), content))) {
        await bucket.put(key, content);
        unverified.push({ key, path });
      }
      bytes += content.byteLength;
      files += 1;
      onFile();
    });
    if (unverified.length === 0) continue;
    sent += unverified.length;
    const after = await listObjects(bucket, start);
    await forEachConcurrently(unverified, async ({ key, path }) => {
      if (await isEqual(bucket, after.get(key), await readFile(path))) return;
      throw new MediaDifferError(`The object ${key} of ${bucket.address} differs from what was uploaded.`);
    });
  }
  return { files, bytes, sent };
}

async function listObjects(bucket: Bucket, start: string): Promise<ReadonlyMap<string, BucketObject>> {
  const found = new Map<string, BucketObject>();
  for await (const page of bucket.describe(start)) for (const object of page) found.set(object.key, object);
  return found;
}

/**
 * Compares by MD5 if the list has it. A bucket that encrypts with its own key lists another tag, so the object itself is read.
 */
async function isEqual(
  bucket: Bucket,
  object: BucketObject | undefined,
  content: Uint8Array,
): Promise<boolean> {
  if (object === undefined || object.bytes !== content.byteLength) return false;
  if (object.tag === createHash('md5').update(content).digest('hex')) return true;
  const stored = await bucket.get(object.key);
  return stored !== null && Buffer.compare(stored, content) === 0;
}

/** Processes a list with limited concurrency. After an error, starts no further items and waits for those in progress. */
async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  const worker = async () => {
    for (const item of rest) {
      if (failure) return;
      await work(item).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: bucketConnections }, worker));
  if (failure) throw failure.error;
}
