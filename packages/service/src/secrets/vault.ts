import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { randomBytes } from './random-bytes.ts';
import { open, SealBrokenError, seal } from './sealed-box.ts';

/** The key of one subject (an execution, a webhook endpoint). Destroying its wrapped form destroys what it sealed. */
export interface DataKey {
  /** Encrypts. `context` says what the bytes are and whose; they open only under the same context. */
  seal(plain: Uint8Array, context: string): Uint8Array;
  /**
   * Decrypts.
   *
   * @throws {SealBrokenError} when the bytes were changed, or sealed with another key or in another context.
   */
  open(sealed: Uint8Array, context: string): Uint8Array;
}

/** Keeps every secret of the service under one master key. */
export interface Vault {
  /** A new random data key, and the wrapped form to store. */
  createDataKey(): { wrapped: Uint8Array; key: DataKey };
  /**
   * The data key in a wrapped form.
   *
   * @throws {WrongMasterKeyError} when it was wrapped under another master key.
   * @throws {SealBrokenError} when it was changed.
   */
  openDataKey(wrapped: Uint8Array): DataKey;
  /**
   * The key that a text leads to, and only it: it is not stored. Equal texts have equal keys within one purpose and
   * unrelated ones across purposes.
   */
  derivedKey(purpose: string, text: string): DataKey;
  /**
   * A hash that nobody can compute without the master key: HMAC-SHA-256, 43 base64url characters. Equal texts have
   * equal hashes within one purpose and unrelated ones across purposes.
   */
  keyedHash(purpose: string, text: string): string;
}

/** The data was sealed under another master key than the one at hand. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';
  constructor() {
    super(
      'This data was sealed under another master key. Start the service with the key it was sealed under.',
    );
  }
}

export const masterKeyBytes = 32;
const dataKeyBytes = 32;
const keyIdBytes = 8;
const wrapContext = 'data-key';

/**
 * A vault under a master key of 32 bytes. The master key itself encrypts nothing: a key for each use is derived from
 * it (HKDF-SHA-256, RFC 5869), so that no two uses can be played against each other.
 */
export function createVault(masterKey: Uint8Array): Vault {
  if (masterKey.byteLength !== masterKeyBytes) {
    throw new RangeError(`A master key has ${masterKeyBytes} bytes.`);
  }
  const wrappingKey = createSecretKey(derive(masterKey, 'wrap'));
  const hashingKey = createSecretKey(derive(masterKey, 'hash'));
  const derivingKey = createSecretKey(derive(masterKey, 'derive'));
  // Names the master key in every wrapped key, so that a wrong key is told from damaged data.
  const keyId = derive(masterKey, 'id').subarray(0, keyIdBytes);

  return {
    createDataKey() {
      const bytes = randomBytes(dataKeyBytes);
      const wrapped = Buffer.concat([keyId, seal(wrappingKey, bytes, wrapContext)]);
      return { wrapped, key: dataKey(createSecretKey(bytes)) };
    },
    openDataKey(wrapped) {
      if (!keyId.equals(wrapped.subarray(0, keyIdBytes))) {
        throw wrapped.byteLength < keyIdBytes ? new SealBrokenError() : new WrongMasterKeyError();
      }
      return dataKey(createSecretKey(open(wrappingKey, wrapped.subarray(keyIdBytes), wrapContext)));
    },
    derivedKey(purpose, text) {
      return dataKey(createSecretKey(keyedHash(derivingKey, purpose, text).digest()));
    },
    keyedHash(purpose, text) {
      return keyedHash(hashingKey, purpose, text).digest('base64url');
    },
  };
}

function keyedHash(key: KeyObject, purpose: string, text: string) {
  // The length in front keeps ("ab", "c") and ("a", "bc") apart.
  return createHmac('sha256', key).update(`${purpose.length}.${purpose}.${text}`, 'utf8');
}

function dataKey(key: KeyObject): DataKey {
  return {
    seal: (plain, context) => seal(key, plain, context),
    open: (sealed, context) => open(key, sealed, context),
  };
}

function derive(masterKey: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(0), `orchestration/${use}/v1`, 32));
}
