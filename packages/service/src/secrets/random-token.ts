import { randomBytes } from './random-bytes.ts';

/** A secret nobody can guess: 256 random bits as 43 base64url characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
