import { createHash, timingSafeEqual } from 'node:crypto';
import { refuseHeader } from '../../refusal.ts';

/** Reads the SHA-256 of a `Content-Digest` header, in base64; undefined: none. */
export function namedDigest(header: string | null): string | undefined {
  return /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(header ?? '')?.[1];
}

/**
 * Verifies a body by its `Content-Digest` header (RFC 9530), if there is one. Of several digests, the SHA-256 counts.
 *
 * @throws {Refusal} DIGEST_MISMATCH if the bytes have another digest, or the header has no SHA-256.
 */
export function verifyContentDigest(header: string | null, bytes: Uint8Array): void {
  if (header === null) return;
  const announced = namedDigest(header);
  if (announced === undefined) throw mismatch('must contain a SHA-256 digest, as sha-256=:<base64>:');
  const digest = createHash('sha256').update(bytes).digest();
  if (!timingSafeEqual(Buffer.from(announced, 'base64'), digest)) {
    throw mismatch('does not match the SHA-256 of the received bytes');
  }
}

function mismatch(detail: string) {
  return refuseHeader('DIGEST_MISMATCH', 'content-digest', detail);
}
