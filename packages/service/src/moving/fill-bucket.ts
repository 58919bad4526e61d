import { join } from 'node:path';
import type { MoveNote } from '../db/opening/moved-folder.ts';
import { type CopiedMedia, copyMedia, listMediaFiles, MediaDifferError } from '../media/copy-media.ts';
import type { Bucket } from '../media/s3/bucket.ts';
import { markName, markOf, ownerOfPrefix } from '../media/s3/media-bucket.ts';
import type { Vault } from '../secrets/vault.ts';
import { MoveError } from './move-error.ts';
import type { MoveMeter } from './move-progress.ts';

/** Bucket of the media of an installation that is moved. */
export interface MovedMedia {
  readonly bucket: Bucket;
  /** Whether the media are there already; else they are copied from the folder. */
  readonly isSource: boolean;
}

/**
 * Looks whose the prefix is, and writes nothing.
 *
 * @param installation - that the note in the folder names; null: no move has begun there.
 * @throws {MoveError} where it is not empty, and neither of this move nor of this installation.
 */
export async function refuseBucket(
  { bucket, isSource }: MovedMedia,
  vault: Pick<Vault, 'keyedHash'>,
  installation: string | null,
): Promise<void> {
  const owner = await ownerOfPrefix(bucket, vault, installation);
  if (owner === 'none' || owner === 'installation') return;
  if (isSource && (owner === 'sqlite' || owner === 'unknown')) return;
  throw new MoveError(
    owner === 'unknown'
      ? `${bucket.address} is not empty: it has media. Name a prefix that has none by --media.`
      : `${bucket.address} belongs to another installation. Name another prefix${isSource ? ' in MEDIA_URL' : ' by --media'}.`,
  );
}

/** Marks the prefix as that of the installation which the target becomes. */
export async function markBucket(
  { bucket }: MovedMedia,
  vault: Pick<Vault, 'keyedHash'>,
  { installation }: Pick<MoveNote, 'installation'>,
): Promise<void> {
  await bucket.put(markName, markOf(vault, installation));
}

/** Copies the media of a folder, or those that an earlier try has not. @throws {MoveError} when they are not the same in the end. */
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
    throw new MoveError(`${error.message} Nothing uses the bucket yet: run the command again.`, {
      cause: error,
    });
  }
}
