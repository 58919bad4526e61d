import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { randomBytes } from './random-bytes.ts';

/**
 * Thrown for sealed bytes that cannot be opened: they were changed, truncated, sealed in another context, or sealed with
 * another key.
 */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
  constructor() {
    super('The sealed bytes cannot be decrypted with this key in this context.');
  }
}

const formatVersion = 1;
/** Takes one byte in UTF-8. */
const versionCharacter = String.fromCharCode(formatVersion);
const versionByte = Buffer.of(formatVersion);
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes;

/** Number of bytes by which sealed bytes are longer than their plain text. */
export const sealOverheadBytes = headBytes + tagBytes;

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D) under a random nonce of 96 bits.
 *
 * Layout: format version (1 byte), nonce (12), ciphertext, tag (16). Version and context are authenticated with the ciphertext,
 * so the bytes can be opened only in the context in which they were sealed.
 */
export function seal(key: KeyObject | Uint8Array, plain: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(associatedData(context));
  const body = cipher.update(plain);
  cipher.final();
  return Buffer.concat([versionByte, nonce, body, cipher.getAuthTag()]);
}

/**
 * Decrypts what {@link seal} returned.
 *
 * @throws {SealBrokenError} if even a single bit was changed.
 */
export function open(key: KeyObject | Uint8Array, sealed: Uint8Array, context: string): Uint8Array {
  if (sealed.byteLength < sealOverheadBytes || sealed[0] !== formatVersion) {
    throw new SealBrokenError();
  }
  const tagAt = sealed.byteLength - tagBytes;
  // Refuses shorter tags: without `authTagLength`, Node would accept one of 4 bytes, which takes 2^32 guesses instead of 2^128.
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, headBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(associatedData(context));
  decipher.setAuthTag(sealed.subarray(tagAt));
  const plain = decipher.update(sealed.subarray(headBytes, tagAt));
  try {
    decipher.final();
  } catch {
    throw new SealBrokenError();
  }
  return plain;
}

function associatedData(context: string): Uint8Array {
  return Buffer.from(versionCharacter + context, 'utf8');
}
