import { randomBytes } from './secrets/random-bytes.ts';

/**
 * A new UUID of version 7 (RFC 9562, section 5.7): the time, then 74 random bits. Rows of about the same time lie side by side in
 * every index by such an id, so that the rows of one commit share pages; random ids dirty a page each. It tells when it was made
 * and is no secret.
 *
 * @param at - milliseconds since 1970.
 */
export function timeOrderedId(at: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
