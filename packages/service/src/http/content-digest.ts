import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../refusal.ts';

/**
 * Holds a body to its `Content-Digest` header (RFC 9530), when there is one. Of several digests the SHA-256 counts.
 *
 * @throws {Refusal} DIGEST_MISMATCH when the bytes are not those the sender named, or the header names no SHA-256.
 */
export function verifyContentDigest(header: string | null, bytes: Uint8Array): void {
  if (header === null) return;
  const given = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(header)?.[1];
  const digest = createHash('sha256').update(bytes).digest();
  if (given === undefined || !timingSafeEqual(Buffer.from(given, 'base64'), digest)) {
    throw new Refusal('DIGEST_MISMATCH', 'Content-Digest does not name the SHA-256 of the bytes received.');
  }
}
