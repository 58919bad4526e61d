import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { faultOfSecretFile } from '../../secrets/master-key.ts';
import type { BucketKeys } from './bucket.ts';

/** Temporary credentials are longer than other secrets, by their session token. */
const longestFile = 64 * 1024;

/** @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html */
const credentialsSchema = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  SessionToken: z.string().min(1).optional(),
});

/** Explains why credentials of a bucket cannot be read from a file; null: they can. */
export function faultOfCredentialsFile(path: string): string | null {
  const fault = faultOfSecretFile(path, 'credentials', longestFile);
  if (fault !== null) return fault;
  if (hasCredentials(path)) return null;
  return 'must be JSON with AccessKeyId, SecretAccessKey and, where they expire, SessionToken';
}

/** Whether credentials of a bucket can be read from a file. */
export function hasCredentials(path: string): boolean {
  return parseCredentials(textOf(path)) !== null;
}

/**
 * Follows credentials in a file that somebody replaces before they expire.
 *
 * @returns what gives those of now. While the file is missing, half written or cannot be read, those before.
 */
export function followCredentials(path: string): () => BucketKeys {
  let [keys, stamp]: [BucketKeys | null, string | null] = [null, null];
  return () => {
    const seen = stampOf(path);
    if (keys !== null && (seen === null || seen === stamp)) return keys;
    const found = parseCredentials(textOf(path));
    if (found !== null) [keys, stamp] = [found, seen];
    if (keys === null) throw new Error(`${path} has no credentials of a bucket.`);
    return keys;
  };
}

function parseCredentials(text: string): BucketKeys | null {
  try {
    const { AccessKeyId, SecretAccessKey, SessionToken } = credentialsSchema.parse(JSON.parse(text));
    return {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      ...(SessionToken !== undefined && { sessionToken: SessionToken }),
    };
  } catch {
    return null;
  }
}

/** Empty where it cannot be read: a start and {@link faultOfCredentialsFile} say why. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Changes whenever the file is replaced or written; null: it is not there, or its folder cannot be read. */
function stampOf(path: string): string | null {
  try {
    const { ino, mtimeNs, ctimeNs, size } = statSync(path, { bigint: true });
    return `${ino}.${mtimeNs}.${ctimeNs}.${size}`;
  } catch {
    return null;
  }
}
