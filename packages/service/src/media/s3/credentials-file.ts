import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { faultOfSecretFile } from '../../secrets/secret-file.ts';
import type { BucketKeys } from './bucket.ts';

/** Maximum size of the file: session tokens make temporary credentials longer than other secrets. */
const maxFileBytes = 64 * 1024;

/** @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html */
const credentialsSchema = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  SessionToken: z.string().min(1).optional(),
});

/** Explains why a bucket's credentials cannot be read from a file; null if they can. */
export function faultOfCredentialsFile(path: string): string | null {
  const fault = faultOfSecretFile(path, 'credentials', maxFileBytes);
  if (fault !== null) return fault;
  if (hasCredentials(path)) return null;
  return 'must be JSON with AccessKeyId, SecretAccessKey and, for temporary credentials, SessionToken';
}

/** Returns whether a bucket's credentials can be read from a file. */
export function hasCredentials(path: string): boolean {
  return parseCredentials(readText(path)) !== null;
}

/**
 * Follows credentials in a file that is replaced before they expire.
 *
 * @returns a function that returns the current credentials. While the file is missing, incomplete or unreadable, it returns the
 *   last ones, and throws if it never read any.
 */
export function followCredentials(path: string): () => BucketKeys {
  let [keys, stamp]: [BucketKeys | null, string | null] = [null, null];
  return () => {
    const seen = readStamp(path);
    if (keys !== null && (seen === null || seen === stamp)) return keys;
    const found = parseCredentials(readText(path));
    if (found !== null) [keys, stamp] = [found, seen];
    if (keys === null) throw new Error('The file in MEDIA_CREDENTIALS_FILE contains no bucket credentials.');
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

/** Reads a file; empty if that fails. The start and {@link faultOfCredentialsFile} explain why. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Returns a stamp that changes whenever the file is replaced or written; null if it is missing, or its folder cannot be read.
 */
function readStamp(path: string): string | null {
  try {
    const { ino, mtimeNs, ctimeNs, size } = statSync(path, { bigint: true });
    return `${ino}.${mtimeNs}.${ctimeNs}.${size}`;
  } catch {
    return null;
  }
}
