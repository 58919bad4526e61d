import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Compares two texts in constant time. Hashes both first, because `timingSafeEqual` requires equal lengths, and refusing by
 * length would reveal the length of the secret.
 */
export function equalInConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
