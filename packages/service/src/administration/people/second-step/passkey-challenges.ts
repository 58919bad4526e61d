import { randomBytes } from '../../../secrets/random-bytes.ts';
import type { Vault } from '../../../secrets/vault.ts';
import { isSameHash } from '../one-time-secret.ts';

/** How long a challenge is valid. */
export const challengeMs = 5 * 60_000;

const timeBytes = 8;
const randomLength = 24;

/**
 * Makes a challenge for a passkey: its time, random bytes, and a hash of both that authenticates it. Challenges are not stored,
 * so mass requests use no space. An answer works only once, because its passkey stores the time of the last challenge.
 *
 * @param purpose - what the answer may be used for.
 * @returns base64url.
 */
export function createChallenge(vault: Vault, purpose: string, now: number): string {
  const time = Buffer.alloc(timeBytes);
  time.writeBigUInt64BE(BigInt(now));
  const stamped = Buffer.concat([time, randomBytes(randomLength)]);
  return Buffer.concat([stamped, hashOf(vault, purpose, stamped)]).toString('base64url');
}

/**
 * Returns when a challenge was made, in ms since 1970; null if it was not made by this service, is for another purpose, or has
 * expired.
 */
export function readChallenge(vault: Vault, purpose: string, challenge: string, now: number): number | null {
  const bytes = Buffer.from(challenge, 'base64url');
  const stamped = bytes.subarray(0, timeBytes + randomLength);
  if (stamped.byteLength < timeBytes + randomLength) return null;
  const expected = Buffer.concat([stamped, hashOf(vault, purpose, stamped)]).toString('base64url');
  if (!isSameHash(challenge, expected)) return null;
  const madeAt = Number(stamped.readBigUInt64BE());
  return now - madeAt < challengeMs ? madeAt : null;
}

function hashOf(vault: Vault, purpose: string, stamped: Buffer): Buffer {
  const text = JSON.stringify([purpose, stamped.toString('hex')]);
  return Buffer.from(vault.keyedHash('admin-passkey-challenge', text), 'base64url');
}
