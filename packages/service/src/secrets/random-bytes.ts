import { randomFillSync } from 'node:crypto';

/**
 * Number of bytes that are requested from the system at a time. A request costs many times as much as the few bytes of one
 * secret.
 */
const pageBytes = 4096;

const page = Buffer.alloc(pageBytes);
let used = pageBytes;

/**
 * Returns unpredictable bytes from the system's generator. Each byte is returned only once.
 *
 * @throws {RangeError} if more than 4096 bytes are requested.
 */
export function randomBytes(length: number): Buffer {
  if (length > pageBytes) throw new RangeError(`At most ${pageBytes} bytes can be requested at a time.`);
  if (used + length > pageBytes) {
    randomFillSync(page);
    used = 0;
  }
  // Copies the bytes to a separate buffer and clears them in the page, so that no secret stays in memory longer than needed.
  const bytes = Buffer.alloc(length);
  page.copy(bytes, 0, used, used + length);
  page.fill(0, used, used + length);
  used += length;
  return bytes;
}
