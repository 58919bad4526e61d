import { randomFillSync } from 'node:crypto';

/** How many bytes are asked of the system at a time. Asking costs many times what the few bytes of one secret do. */
const pageBytes = 4096;

const page = Buffer.alloc(pageBytes);
let used = pageBytes;

/**
 * Bytes nobody can guess, from the system's generator; each is handed out once.
 *
 * @throws {RangeError} when more than 4096 are asked for.
 */
export function randomBytes(length: number): Buffer {
  if (length > pageBytes) throw new RangeError(`At most ${pageBytes} bytes are handed out at a time.`);
  if (used + length > pageBytes) {
    randomFillSync(page);
    used = 0;
  }
  // A copy in memory of its own, and nothing of it stays in the page: secrets shall not lie about.
  const bytes = Buffer.alloc(length);
  page.copy(bytes, 0, used, used + length);
  page.fill(0, used, used + length);
  used += length;
  return bytes;
}
