import { type BucketSettings, openBucketOf } from '../media/s3/media-bucket.ts';
import type { Vault } from '../secrets/vault.ts';
import { openBucketBundles } from './bucket-bundles.ts';
import type { BundleStore } from './bundle-store.ts';

/** Bundles that all instances with the same bucket share. */
export interface SharedBundles {
  readonly lists: BundleStore;
  readonly sdkReleases: BundleStore;
}

/**
 * Opens the shared bundles.
 *
 * @returns null without a bucket: the files are then only in the data folder.
 */
export function openBundles(
  mediaBucket: BucketSettings | null,
  vault: Pick<Vault, 'keyedHash' | 'derivedKey'>,
): SharedBundles | null {
  if (mediaBucket === null) return null;
  const bucket = openBucketOf(mediaBucket);
  return {
    lists: openBucketBundles(bucket, vault, 'lists'),
    sdkReleases: openBucketBundles(bucket, vault, 'sdk-releases'),
  };
}
