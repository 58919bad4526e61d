import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Vault } from '../secrets/vault.ts';
import { openFileMediaStore, viewMedia } from './file-media-store.ts';
import type { MediaStore } from './media-store.ts';
import type { Bucket } from './s3/bucket.ts';
import { BucketError } from './s3/bucket-error.ts';
import { type BucketSettings, markName, markOf, openBucketOf } from './s3/media-bucket.ts';
import { openS3MediaStore } from './s3/s3-media-store.ts';

/** Configured place of the media. */
export interface MediaPlace {
  readonly dataFolder: string;
  /** Null: media are in the data folder. */
  readonly mediaBucket: BucketSettings | null;
}

/**
 * Opens the media store. The first start on a prefix of a bucket marks it, and later starts check the mark: an installation
 * whose database does not name the media would remove all of them.
 *
 * @param installation - id of the database's installation; null: SQLite in the data folder.
 * @throws {BucketError} if the bucket cannot be used or belongs to another installation, or media are still in the data folder.
 */
export async function openMedia(
  place: MediaPlace,
  vault: Pick<Vault, 'keyedHash'>,
  installation: string | null,
): Promise<MediaStore> {
  const folder = join(place.dataFolder, 'media');
  if (place.mediaBucket === null) return openFileMediaStore(folder);
  const bucket = openBucketOf(place.mediaBucket);
  if (holdsMedia(folder))
    throw new BucketError('BUCKET_NOT_FILLED', {
      path: bucket.address,
      detail: 'media are in the data folder',
    });
  const mark = markOf(vault, installation);
  const found = await bucket.get(markName);
  if (found === null) await bucket.putIfAbsent(markName, mark);
  // Read back, because some servers report success to several concurrent writers.
  refuseForeign(bucket, mark, found ?? (await bucket.get(markName)));
  return openS3MediaStore(bucket);
}

/** Opens the media bucket for other data that instances share. {@link openMedia} must have checked its owner before. */
export function openSharedBucket({ mediaBucket }: Pick<MediaPlace, 'mediaBucket'>): Bucket | null {
  return mediaBucket && openBucketOf(mediaBucket);
}

/**
 * Opens the bucket for the anchor of the audit trail. Null if the database is a file in the data folder, because whoever can
 * write to the file can also remove a local anchor, and a backup of the folder contains its own.
 */
export function openAnchorBucket(
  place: Pick<MediaPlace, 'mediaBucket'> & { readonly databaseUrl: string | null },
): Bucket | null {
  return place.databaseUrl === null ? null : openSharedBucket(place);
}

/** Opens the media read-only. */
export function viewMediaOf(place: MediaPlace): Pick<MediaStore, 'putAt'> {
  const { dataFolder, mediaBucket } = place;
  if (mediaBucket === null) return viewMedia(join(dataFolder, 'media'));
  // Opened on first use: `examineBucket` is the place that reports a missing key file.
  let store: MediaStore | null = null;
  return {
    async putAt(...given) {
      store ??= openS3MediaStore(openBucketOf(mediaBucket));
      return store.putAt(...given);
    },
  };
}

/**
 * Checks that the bucket can be listed and read, without writing. @returns its address. @throws {BucketError} if it cannot be
 * used.
 */
export async function examineBucket(
  settings: BucketSettings,
  vault: Pick<Vault, 'keyedHash'> | null,
  installation: string | null,
): Promise<string> {
  const bucket = openBucketOf(settings);
  await bucket.list(markName)[Symbol.asyncIterator]().next();
  const found = await bucket.get(markName);
  if (vault && found !== null) refuseForeign(bucket, markOf(vault, installation), found);
  return bucket.address;
}

function refuseForeign({ address }: Bucket, mark: Uint8Array, found: Uint8Array | null): void {
  if (found !== null && Buffer.compare(mark, found) === 0) return;
  throw new BucketError('BUCKET_OF_OTHERS', {
    path: address,
    detail: 'it is marked by an installation with another database or master key',
  });
}

function holdsMedia(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => /^[0-9a-f]{2}$/.test(name));
}
