import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Whether two texts are the same, in a time that says nothing about where they differ. Both are hashed first because
 * `timingSafeEqual` wants equal lengths, and refusing by length would tell an attacker the length of the secret.
 */
export function equalInConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
