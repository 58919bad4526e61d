import { type BucketSettings, openBucketOf } from '../media/s3/media-bucket.ts';
import type { Vault } from '../secrets/vault.ts';
import { openBucketBundles } from './bucket-bundles.ts';
import type { BundleStore } from './bundle-store.ts';

/** Files that all instances with one bucket share. */
export interface SharedBundles {
  readonly lists: BundleStore;
  readonly sdkReleases: BundleStore;
}

/** @returns null without a bucket: they are in the data folder alone then. */
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
