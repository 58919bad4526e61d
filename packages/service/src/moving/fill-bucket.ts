import { join } from 'node:path';
import type { MoveNote } from '../db/opening/moved-folder.ts';
import { type CopiedMedia, copyMedia, listMediaFiles, MediaDifferError } from '../media/copy-media.ts';
import type { Bucket } from '../media/s3/bucket.ts';
import { markName, markOf, ownerOfPrefix } from '../media/s3/media-bucket.ts';
import type { Vault } from '../secrets/vault.ts';
import { MoveError } from './move-error.ts';
import type { MoveMeter } from './move-progress.ts';

/** Bucket for the media of an installation that is being moved. */
export interface MovedMedia {
  readonly bucket: Bucket;
  /** Whether the media are in the bucket already. If not, they are copied from the folder. */
  readonly isSource: boolean;
}

/**
 * Checks that the move may use the prefix of the bucket, without writing anything.
 *
 * @param installation - id in the folder's note; null if no move has begun.
 * @throws {MoveError} if the prefix belongs to another installation, or if media are to be copied into one that has some from
 *   before this move.
 */
export async function requireUsableBucket(
  { bucket, isSource }: MovedMedia,
  vault: Pick<Vault, 'keyedHash'>,
  installation: string | null,
): Promise<void> {
  const owner = await ownerOfPrefix(bucket, vault, installation);
  if (owner === 'none' || owner === 'installation') return;
  if (isSource && (owner === 'sqlite' || owner === 'unknown')) return;
  throw new MoveError(
    owner === 'unknown'
      ? `${bucket.address} is not empty: it contains media. Use --media to name an empty prefix.`
      : `${bucket.address} belongs to another installation. Use another prefix${isSource ? ' in MEDIA_URL' : ' with --media'}.`,
  );
}

/** Marks the prefix as owned by the installation that the target becomes. */
export async function markBucket(
  { bucket }: MovedMedia,
  vault: Pick<Vault, 'keyedHash'>,
  { installation }: Pick<MoveNote, 'installation'>,
): Promise<void> {
  await bucket.put(markName, markOf(vault, installation));
}

/**
 * Copies the media of a folder, except those that an earlier run has copied.
 *
 * @throws {MoveError} if the bucket stored an object differently than it was sent.
 */
export async function fillBucket(
  folder: string,
  { bucket }: MovedMedia,
  meter: MoveMeter,
): Promise<CopiedMedia> {
  const directory = join(folder, 'media');
  const folders = await listMediaFiles(directory);
  const total = [...folders.values()].reduce((sum, refs) => sum + refs.length, 0);
  meter.begin('media', total);
  try {
    return await copyMedia(directory, folders, bucket, () => meter.count(1));
  } catch (error) {
    if (!(error instanceof MediaDifferError)) throw error;
    throw new MoveError(`${error.message} The bucket is not in use yet: run the command again.`, {
      cause: error,
    });
  }
}
