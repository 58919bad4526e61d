import { randomBytes } from './random-bytes.ts';

/** Creates an unpredictable secret: 256 random bits as 43 base64url characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
