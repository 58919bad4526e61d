import { existsSync, readFileSync } from 'node:fs';
import { openOperatorClient } from '../../outgoing/open-operator-client.ts';
import { faultOfSecretFile } from '../../secrets/secret-file.ts';
import type { Vault } from '../../secrets/vault.ts';
import { type Bucket, type BucketKeys, openBucket } from './bucket.ts';
import { followCredentials, hasCredentials } from './credentials-file.ts';
import type { S3Location } from './s3-location.ts';

/** A media bucket as configured. */
export interface BucketSettings {
  readonly location: S3Location;
  readonly keys:
    | BucketKeys
    | (Pick<BucketKeys, 'accessKeyId'> & { readonly secretAccessKeyFile: string })
    | { readonly credentialsFile: string };
}

/** Maximum number of concurrent requests to a bucket. */
export const bucketConnections = 16;

/** Opens a bucket without sending a request. */
export function openBucketOf({ location, keys }: BucketSettings): Bucket {
  const client = openOperatorClient({ timeoutMs: 30_000, connections: bucketConnections });
  return openBucket({ location, keys: readKeys(keys), client });
}

function readKeys(keys: BucketSettings['keys']): BucketKeys | (() => BucketKeys) {
  if ('secretAccessKey' in keys) return keys;
  if ('credentialsFile' in keys) return followCredentials(keys.credentialsFile);
  const { accessKeyId, secretAccessKeyFile: file } = keys;
  const fault = existsSync(file) ? null : faultOfSecretFile(file, 'an access key');
  // Without the path, which may be the key itself, set by mistake.
  if (fault !== null) throw new Error(`The file in MEDIA_SECRET_ACCESS_KEY_FILE ${fault}.`);
  return { accessKeyId, secretAccessKey: readFileSync(file, 'utf8').trim() };
}

/** Returns whether a bucket's credentials can be read from their file now; true if they are not in a file that is followed. */
export function areCredentialsReadable(bucket: BucketSettings | null): boolean {
  if (bucket === null || !('credentialsFile' in bucket.keys)) return true;
  return hasCredentials(bucket.keys.credentialsFile);
}

/** Name of the object that marks the owner of a prefix. */
export const markName = 'installation';

/** Returns the content of the mark. @param installation - null: the database is SQLite. */
export function markOf(vault: Pick<Vault, 'keyedHash'>, installation: string | null): Uint8Array {
  return Buffer.from(vault.keyedHash('media-bucket', installation ?? markName));
}

/** Owner of a prefix by its mark. `none`: neither mark nor media; `unknown`: media without a mark. */
export type PrefixOwner = 'none' | 'unknown' | 'others' | 'installation' | 'sqlite';

/**
 * Determines the owner of a prefix without writing.
 *
 * @param installation - id to compare with the mark, besides that of an installation on SQLite with the same master key.
 */
export async function ownerOfPrefix(
  bucket: Bucket,
  vault: Pick<Vault, 'keyedHash'>,
  installation: string | null,
): Promise<PrefixOwner> {
  const found = await bucket.get(markName);
  if (found === null) {
    for await (const keys of bucket.list('media/')) if (keys.length > 0) return 'unknown';
    return 'none';
  }
  const is = (owner: string | null) => Buffer.compare(markOf(vault, owner), found) === 0;
  if (installation !== null && is(installation)) return 'installation';
  return is(null) ? 'sqlite' : 'others';
}
