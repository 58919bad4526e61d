import { randomBytes } from './secrets/random-bytes.ts';

/**
 * Creates a UUID of version 7 (RFC 9562, section 5.7): the time, then 74 random bits. Rows with such ids lie in every index in
 * order of creation, so that the rows of one commit share pages; random ids would dirty a page each. The id reveals its time
 * and is not a secret.
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
